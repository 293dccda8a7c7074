import { Random } from './random'

/** What all demo rows follow from, besides their own index. */
export interface World {
  readonly seed: number
  /** Midnight, UTC, in milliseconds: all fills of a day agree, and nothing lies in the future by hours. */
  readonly today: number
}

export const dayLength = 86_400_000

export const worldOf = (seed: number, today: Date): World => ({
  seed,
  today: Math.floor(today.getTime() / dayLength) * dayLength,
})

/** The stream of one row; see random.ts. */
export const randomFor = ({ seed }: World, table: string, index: number): Random =>
  new Random(seed, table, index)

/** A moment as the database keeps it. */
export const toMoment = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** The calendar day of a moment, UTC. */
export const toDay = (milliseconds: number): string => toMoment(milliseconds).slice(0, 10)
