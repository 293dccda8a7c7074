/** Writes answers of any size as text, some records at a time, so that other requests are not blocked for long. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { weightOf } from '../read/records'

/** Records written in one piece, nested ones included; a few milliseconds' work. */
const maxPieceWeight = 500

/** Whether records, with what they nest, are few enough to be written in one piece. */
export const isLight = (records: readonly object[]): boolean =>
  records.reduce((sum, record) => sum + weightOf(record), 0) < maxPieceWeight

/** The body of a list as text. */
export async function* streamList(
  count: number,
  pages: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
): AsyncGenerator<string> {
  yield `{"count":${count},"results":[`
  let separator = ''
  for await (const records of pages) {
    if (records.length === 0) continue
    // Reading and writing records take a few milliseconds each.
    await nextTurn()
    yield separator
    yield* inPieces(separated(records))
    separator = ','
  }
  yield ']}'
}

/** The body of one record as text. */
export const streamRecord = (record: object): AsyncGenerator<string> => inPieces(textsOf(record))

interface Text {
  text: string
  weight: number
}

/** Joins texts into pieces of about the maximum size. */
async function* inPieces(texts: Iterable<Text>): AsyncGenerator<string> {
  let piece = ''
  let weight = 0
  for (const next of texts) {
    piece += next.text
    weight += next.weight
    if (weight < maxPieceWeight) continue
    yield piece
    piece = ''
    weight = 0
    await nextTurn()
  }
  if (piece !== '') yield piece
}

/** The text of a value of an answer; records that nest many others are split. */
function* textsOf(value: unknown): Generator<Text> {
  if (Array.isArray(value) && !isLight(value.filter(isObject))) {
    yield { text: '[', weight: 0 }
    yield* separated(value)
    yield { text: ']', weight: 0 }
  } else if (isObject(value) && !Array.isArray(value) && weightOf(value) >= maxPieceWeight) {
    let separator = '{'
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue
      yield { text: `${separator}${JSON.stringify(name)}:`, weight: 0 }
      yield* textsOf(field)
      separator = ','
    }
    yield { text: separator === '{' ? '{}' : '}', weight: 0 }
  } else yield { text: JSON.stringify(value), weight: isObject(value) ? weightOf(value) : 0 }
}

function* separated(values: readonly unknown[]): Generator<Text> {
  for (const [index, value] of values.entries()) {
    if (index > 0) yield { text: ',', weight: 0 }
    yield* textsOf(value)
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
