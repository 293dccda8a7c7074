import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../ddl/columns'
import { access, accounts } from './accounts'
import { audit } from './audit'
import { contacts } from './contacts'
import { lists } from './lists'
import { mail } from './mail'
import { opportunities } from './opportunities'
import { organizations } from './organizations'
import { upkeep } from './upkeep'
import { work } from './work'

/** In an order in which every table comes after those that it refers to. */
const areas = [accounts, access, audit, lists, organizations, contacts, opportunities, work, mail, upkeep]

/** The whole schema, and the rows of a new installation. */
export async function baseline(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') await sql`create extension if not exists pg_trgm`.execute(db)
  for (const area of areas) for (const statement of area(kind)) await statement.execute(db)
}
