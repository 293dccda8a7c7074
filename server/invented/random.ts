/**
 * Random numbers that are the same each time. Every row draws from a stream of its own, named by the seed, the
 * table and the row's index, and by nothing else. So a row depends neither on how many rows any table has, nor
 * on which tables there are, nor on the order in which they are made: a new table changes no existing row, and
 * the first rows of a large installation are those of a small one.
 *
 * A column that joins a table later draws from a stream named `table.column`, for the same reason.
 */
export class Random {
  // The generator is sfc32. Its state holds the three parts of the name as they are, so no two streams meet.
  #a: number
  #b: number
  #c: number
  #counter = 1

  /** @param index of the row, from 0. */
  constructor(seed: number, table: string, index: number) {
    this.#a = seed | 0
    this.#b = hash(table)
    this.#c = index | 0
    // Streams with similar names start alike; this many rounds part them.
    for (let round = 0; round < 15; round++) this.next()
  }

  /** A number from 0 to 1, without 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }

  /** A whole number between the two, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** A number between the two whose order of magnitude is evenly spread; both are above 0. */
  magnitude(from: number, to: number): number {
    return from * (to / from) ** this.next()
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** The value with the given probability, else null. */
  maybe<T>(probability: number, value: T): T | null {
    return this.chance(probability) ? value : null
  }

  /** As many decimal digits as told, the first of them not 0. */
  digits(count: number): string {
    let text = String(this.integer(1, 9))
    while (text.length < count) text += String(this.integer(0, 9))
    return text
  }

  /** One entry of a list that is not empty. */
  pick<T>(items: readonly T[]): T {
    const item = items[this.integer(0, items.length - 1)]
    if (item === undefined) throw new RangeError('There is nothing to pick from.')
    return item
  }

  /** Different entries of a list in random order, at most as many as told. */
  sample<T>(items: readonly T[], count: number): T[] {
    const left = [...items]
    const taken: T[] = []
    while (taken.length < count && left.length > 0)
      taken.push(...left.splice(this.integer(0, left.length - 1), 1))
    return taken
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value
}
