import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'
import { stampColumns } from './stampColumns'

/** The interstate pipelines that gas comes by. */
export async function pipelines(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { id, key } = types
  await sql`create table pipelines (pipeline_id ${id}, name text not null, zone text, ${stampColumns(types)},
    name_key ${key} not null unique, zone_key ${key}, search text not null)`.execute(db)
}
