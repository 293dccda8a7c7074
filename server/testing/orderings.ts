import { contract, type ResourceName, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { fold } from '../kit/fold'
import type { TestApi } from './api'

/** The key of an ordering: of each row a number, a text, or null. */
type SortKey<R> = (row: R) => string | number | null
type SortKeys<N extends ResourceName, R> = Readonly<
  Record<(typeof contract)[N]['orderings'][number], SortKey<R>>
>

/** A text as compared by text orderings. */
export const folded = (text: string | null): string | null => (text === null ? null : fold(text))

/** The alphabetically first of several texts. */
export const firstOf = (texts: readonly string[]): string | null => texts.map(fold).sort()[0] ?? null

/**
 * Reads a list by each of its orderings in both directions, three rows at a time, and expects every row once and in its
 * place: nulls last, ties by id.
 * @param query further parameters, such as the expands that the keys need.
 */
export async function expectOrderings<N extends ResourceName, R = Row<N>>(
  api: TestApi,
  name: N,
  keys: SortKeys<N, R>,
  query = '',
): Promise<void> {
  const { path, idField } = contract[name]
  const idOf = (row: R) => (row as Record<string, unknown>)[idField] as number
  const read = async (parameters: string) =>
    (await api.asBroker<ListAnswer<R>>('GET', `${path}?${parameters}&${query}`)).body
  const rows = (await read('limit=999999999')).results
  expect(rows.length).toBeGreaterThan(3)
  for (const [ordering, keyOf] of Object.entries<SortKey<R>>(keys))
    for (const sign of ['', '-']) {
      const walked: number[] = []
      for (let offset = 0; offset < rows.length; offset += 3)
        walked.push(...(await read(`limit=3&offset=${offset}&ordering=${sign}${ordering}`)).results.map(idOf))
      const direction = sign === '' ? 1 : -1
      const expected = rows.toSorted(
        (a, b) => compare(keyOf(a), keyOf(b), direction) || direction * (idOf(a) - idOf(b)),
      )
      expect([sign + ordering, walked]).toEqual([sign + ordering, expected.map(idOf)])
    }
}

function compare(a: string | number | null, b: string | number | null, direction: number): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -direction : direction
}
