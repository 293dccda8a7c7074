import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'
import { stampColumns } from './stampColumns'

/** For which legal entity of which deal a credit setup has been requested (OPD-9). */
export async function creditSetups(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { id, timestamp } = types
  await sql`create table credit_setups (
    credit_setup_id ${id},
    opportunity integer not null references opportunities (opportunity_id),
    organization integer not null references organizations (organization_id),
    ${stampColumns(types)},
    deleted_at ${timestamp},
    search text not null default ''
  )`.execute(db)
  await sql`create unique index credit_setups_pair on credit_setups (opportunity, organization)`.execute(db)
  await sql`create index credit_setups_by_organization on credit_setups (organization)`.execute(db)
}
