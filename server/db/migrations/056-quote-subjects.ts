import { sql, type Kysely } from 'kysely'
import type { DatabaseKind, Statement } from './ddl/columns'

/** What a change of another quote, or any change, alters as well: an update of nothing else is not told. */
const follows = ['replaced_at', 'lost_at', 'version', 'modified_at', 'modified_by', 'state']

interface Reading {
  bid: (side: 'before' | 'after') => Statement
  /** What an entry says of a quote, without what follows. */
  own: (side: 'before' | 'after') => Statement
}

const reading: Readonly<Record<DatabaseKind, Reading>> = {
  sqlite: {
    bid: (side) => sql`json_extract(audit.${sql.ref(side)}, '$.bid')`,
    own: (side) =>
      sql`json_remove(audit.${sql.ref(side)}, ${sql.join(follows.map((name) => sql.lit(`$.${name}`)))})`,
  },
  postgres: {
    bid: (side) => sql`(audit.${sql.ref(side)}::json ->> 'bid')::integer`,
    own: (side) =>
      sql`(audit.${sql.ref(side)}::jsonb - array[${sql.join(follows.map((name) => sql.lit(name)))}])`,
  },
}

/** Stores audit entries about quotes in the timelines of their bids, and of the opportunities that these have now. */
export async function quoteSubjects(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { bid, own } = reading[kind]
  const side = (name: 'before' | 'after') =>
    sql`select audit.id as audit_id, ${bid(name)} as bid from audit
      where audit.resource = 'quotes' and audit.record_id is not null and audit.${sql.ref(name)} is not null
        and audit.action in ('create', 'update', 'delete', 'restore')
        and (audit.action <> 'update' or ${own('before')} <> ${own('after')})`
  const told = sql`(${side('before')} union ${side('after')}) as told`
  await sql`insert into audit_subjects (audit_id, resource, record_id, kind)
    select audit_id, 'bids', bid, 'quotes' from ${told} where bid is not null on conflict do nothing`.execute(
    db,
  )
  await sql`insert into audit_subjects (audit_id, resource, record_id, kind)
    select distinct audit_id, 'opportunities', bids.opportunity, 'quotes' from ${told}
      join bids on bids.bid_id = told.bid where true on conflict do nothing`.execute(db)
}
