/** Which of the records that fold to one name a cell means (IMP-10). */
import { RefusedCell } from './cells'

/** Names with single spaces; the letters of one text may be composed in two ways. */
const tidy = (name: string): string => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ')

/** Ways in which a name is the one that a cell says, the closest first; the last one is how the records were found. */
const likenesses = [
  { isLike: (name: string, said: string) => tidy(name) === tidy(said), but: '' },
  {
    isLike: (name: string, said: string) => tidy(name).toLowerCase() === tidy(said).toLowerCase(),
    but: ' but for capital letters',
  },
  { isLike: () => true, but: ' but for accents' },
] as const

/**
 * Of some records whose names fold to one those whose names are closest to what a cell says: the same, else the same but for
 * capital letters, else but for accents.
 * @returns them, and what `severalCalled` says of how they differ from it.
 */
export function closestNamed<T>(
  found: readonly T[],
  namesOf: (record: T) => readonly string[],
  said: string,
): { records: readonly T[]; but: string } {
  for (const { isLike, but } of likenesses) {
    const records = found.filter((record) => namesOf(record).some((name) => isLike(name, said)))
    if (records.length > 0) return { records, but }
  }
  return { records: [], but: '' }
}

/** The refusal of a name that several records have: '2 organizations are called José Núñez but for accents.' */
export const severalCalled = (count: number, noun: string, said: string, but: string): RefusedCell =>
  new RefusedCell(`${count} ${noun} are called ${said}${but}.`)
