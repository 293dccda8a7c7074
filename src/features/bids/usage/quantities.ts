import type { Unit } from '../../../resources/bids/volumes'
import { problems } from '../../../contract/problems'
import { unitNamed, writtenUnits } from '../../../contract/writtenUnits'
import { readNumber, whyUnread } from '../../../ui/value/numbers'

/** The reason why no part of a pasted text is used. */
export class Refused extends Error {}

/** The content of a cell of a usage history. */
export type Cell =
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'quantity'; text: string; value: number; unit: Unit | null; isMoney: boolean }
  /** A number in a unit other than th and dth. */
  | { kind: 'foreign'; text: string; unit: string }
  /** Starts like a number, but is not an unambiguous one. */
  | { kind: 'unread'; text: string; why: string }

const isOffered = (unit: string): unit is Unit => unit === 'th' || unit === 'dth'

/** The units in a heading: accepted ones, others as they are written, and why it is none of them. */
export const unitsIn = (heading: string): { units: Unit[]; foreign: string[]; doubt: string | null } => {
  const { units, words, doubt } = writtenUnits(heading, 'month')
  const isForeign = (word: string) => !isOffered(unitNamed(word) ?? '')
  return { units: units.filter(isOffered), foreign: words.filter(isForeign), doubt }
}

/** Whether a text says something of the unit of numbers near it. */
export const namesUnit = (text: string): boolean => {
  const { units, foreign, doubt } = unitsIn(text)
  return units.length + foreign.length > 0 || doubt !== null
}

const isMoney = (text: string) => /[$€£]|\b(?:usd|eur|gbp)\b/i.test(text)

/** Parses '1,100', '$55.00', '1100 th', '1,100 Mcf', 'Total', or an empty cell. */
export const readCell = (text: string): Cell => {
  if (text === '') return { kind: 'empty' }
  if (!/^[-+($€£~\s−–]*(?:usd ?)?\.?\d/i.test(text)) return { kind: 'text', text }
  const value = readNumber(text)
  if (typeof value === 'number') return { kind: 'quantity', text, value, unit: null, isMoney: isMoney(text) }
  const [, digits = '', word = ''] = /^(\D*\d[\d.,\s]*\)?)\s*([^\d\s.,)].*)$/u.exec(text) ?? []
  const unit = unitNamed(word)
  if (unit !== null && !isOffered(unit)) return { kind: 'foreign', text, unit: word.replace(/\.$/, '') }
  const amount = unit && readNumber(digits)
  if (typeof amount === 'number')
    return { kind: 'quantity', text, value: amount, unit, isMoney: isMoney(text) }
  return { kind: 'unread', text, why: (unit ? null : unitsIn(word).doubt) ?? whyUnread(unit ? digits : text) }
}

/** '1.100': 1,100 where points separate thousands, 1.1 in the US. */
const couldBeThousands = /^\D*[1-9]\d{0,2}\.\d{3}(?!\d)/
/** Texts with an unambiguous decimal point: '0.5', '1,234.5', '12.25'. */
const hasDecimalPoint = /,\d{3}\.|\.\d{1,2}(?!\d)|\.\d{4}|\d{4}\.|(?<!\d)0?\.\d/

/** The numbers that differ between a decimal point and thousands points. */
const doubtfulPoints = (texts: readonly string[]): string[] =>
  texts.some((text) => hasDecimalPoint.test(text)) ? [] : texts.filter((text) => couldBeThousands.test(text))

/** The quantity of a cell, in its unit; null for an empty one. */
export type Quantity = { value: number; unit: Unit | null } | null

const refuseForeign = (unit: string) => {
  throw new Refused(
    `${unit} is neither th nor dth: how much heat it holds depends on the gas. Convert it first.`,
  )
}

/** The numbers of cells, with the unit of the cell or its heading. */
export const quantitiesIn = (
  cells: readonly Cell[],
  names: readonly string[],
  heading: string,
  title: string,
): Quantity[] => {
  const unread = cells.flatMap((cell, at) =>
    cell.kind === 'unread' || cell.kind === 'text' ? [{ name: names[at] ?? '', text: cell.text, cell }] : [],
  )
  if (unread.length > 0) {
    const advice = new Set(unread.map(({ cell }) => (cell.kind === 'unread' ? cell.why : '')))
    throw new Refused(
      [`No number for ${unread.map(({ name, text }) => `${name} (${text})`).join(', ')}.`, ...advice]
        .filter((part) => part !== '' && part !== problems.number)
        .join(' '),
    )
  }
  for (const cell of cells) if (cell.kind === 'foreign') refuseForeign(cell.unit)
  const near = unitsIn(heading)
  const far = unitsIn(title)
  const doubtful =
    near.doubt === null ? { said: title, doubt: far.doubt } : { said: heading, doubt: near.doubt }
  if (doubtful.doubt !== null) throw new Refused(`The heading says “${doubtful.said}”: ${doubtful.doubt}`)
  const { units, foreign } = near.units.length + near.foreign.length > 0 ? near : far
  if (foreign[0] !== undefined) refuseForeign(foreign[0])
  if (units.length > 1) throw new Refused('Two units stand above the numbers.')
  const quantities = cells.map((cell) => (cell.kind === 'quantity' ? cell : null))
  const given = quantities.filter((cell) => cell !== null)
  const [first] = doubtfulPoints(given.map(({ text }) => text))
  if (first !== undefined)
    throw new Refused(`“${first}” could be a decimal or thousands. Write thousands with commas, as in 1,100.`)
  const withUnit = given.filter(({ unit }) => unit !== null)
  if (withUnit.length > 0 && withUnit.length < given.length && units.length === 0)
    throw new Refused('Some numbers have a unit and some have none.')
  if (units.length > 0 && withUnit.some(({ unit }) => unit !== units[0]))
    throw new Refused('The numbers have another unit than their heading.')
  return quantities.map((cell) => cell && { value: cell.value, unit: cell.unit ?? units[0] ?? null })
}
