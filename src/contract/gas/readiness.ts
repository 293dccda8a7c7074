/** How ready an opportunity is to be priced (RDY-1). */
import type { ReadinessLine } from './choices'
import { decimal, rounded, sumOf, type Decimal } from './decimal'

/** Points of each line; together 100. */
const readinessPoints = {
  loa: 25,
  usage: 30,
  legal_entity: 15,
  meters: 15,
  credit: 10,
  contact: 5,
} as const satisfies Record<ReadinessLine, number>

/** Complete months of usage that are enough. */
const neededMonths = 12

/** An active account of the bids. */
export interface ReadyAccount {
  /** Complete months of the 24 before this one. */
  completeMonths: number
  hasMeter: boolean
  hasAddress: boolean
}

/** What there is of an opportunity. */
export interface ReadinessFacts {
  loa: boolean
  legal_entity: boolean
  credit: boolean
  contact: boolean
  accounts: readonly ReadyAccount[]
}

export interface Readiness {
  /** 0 to 100, rounded once from the exact sum of all lines. */
  score: number
  /** The lines that are not complete. */
  missing: ReadinessLine[]
}

const meanOf = (values: readonly Decimal[]): Decimal =>
  values.length === 0 ? decimal(0) : sumOf(values).div(values.length)

/**
 * The score of an opportunity, and what it lacks. What is said of all accounts or of the entity of every bid counts nothing
 * where there is none: a deal without a bid has nothing to be priced.
 */
export function readinessOf({ accounts, ...facts }: ReadinessFacts): Readiness {
  const full = decimal(1)
  const none = decimal(0)
  const shares: Record<ReadinessLine, Decimal> = {
    loa: facts.loa ? full : none,
    usage: meanOf(
      accounts.map(({ completeMonths }) => decimal(Math.min(completeMonths, neededMonths)).div(neededMonths)),
    ),
    legal_entity: facts.legal_entity ? full : none,
    meters: meanOf(accounts.map(({ hasMeter, hasAddress }) => (hasMeter && hasAddress ? full : none))),
    credit: facts.credit ? full : none,
    contact: facts.contact ? full : none,
  }
  const lines = Object.keys(readinessPoints) as ReadinessLine[]
  return {
    score: rounded(sumOf(lines.map((line) => shares[line].times(readinessPoints[line]))), 0),
    missing: lines.filter((line) => shares[line].lt(full)),
  }
}
