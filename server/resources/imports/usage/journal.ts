/** What an import of usage has made and changed, as it is kept to be taken back. */
import { sql, type SqlBool } from 'kysely'
import type { Write } from '../../../kit/context'
import type { Run } from '../way'

/** A stored period that the import has cancelled, as it was. */
export interface GonePeriod {
  bill_period_id: number
  meter: number
  read_from: string
  read_to: string
  status: 'current' | 'cancelled'
  version: number
  created_at: string
  modified_by: number | null
  modified_at: string
}

export const goneOf = ({ content }: { content: string }): GonePeriod => JSON.parse(content) as GonePeriod

/** An account or a meter that the import has made, of which account. */
export interface Made {
  resource: 'utilityAccounts' | 'meters'
  id: number
  account: number
}

/** A made record with the line by which it is kept. */
export type KeptMade = Made & { line: number }

export const madeOf = ({ line, content }: { line: number; content: string }): KeptMade => ({
  ...(JSON.parse(content) as Made),
  line,
})

/**
 * The periods that an import has stored: those of the moment of its commit, which no other import has. The source stands in
 * the words of their index.
 */
export const ownPeriods = (db: Write['db'], { at }: Run) =>
  db
    .selectFrom('bill_periods')
    .where('created_at', '=', at)
    .where(sql<SqlBool>`source = 'import'`)
