import { Random } from '../fixtures/random'

/** The parameters of all demo rows, besides their own index. */
export interface World {
  readonly seed: number
  /** Midnight, UTC, in milliseconds, so that all fills of a day agree, and nothing is in the future by hours. */
  readonly today: number
}

export const dayLength = 86_400_000

export const worldOf = (seed: number, today: Date): World => ({
  seed,
  today: Math.floor(today.getTime() / dayLength) * dayLength,
})

/** The random stream of one row; see random.ts. */
export const randomFor = ({ seed }: World, table: string, index: number): Random =>
  new Random(seed, table, index)

/** A moment in the database's format. */
export const toMoment = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** The calendar day of a moment, UTC. */
export const toDay = (milliseconds: number): string => toMoment(milliseconds).slice(0, 10)

/** Cached results of each kind; the rows of a batch's groups are far fewer. */
const maxMemoized = 4_000

/** Caches the latest results, since the rows of a group read the same ones repeatedly. */
export function memoized<T>(make: (world: World, index: number) => T): (world: World, index: number) => T {
  let known = new Map<number, T>()
  let of: World | null = null
  return (world, index) => {
    if (world !== of || known.size >= maxMemoized) known = new Map()
    of = world
    const there = known.get(index)
    if (there !== undefined) return there
    const made = make(world, index)
    known.set(index, made)
    return made
  }
}
