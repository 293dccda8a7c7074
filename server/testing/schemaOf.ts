import { sql, type RawBuilder } from 'kysely'
import type { OpenDatabase } from '../db/dialects'
import type { DatabaseKind } from '../db/migrations/ddl/columns'

/** The definition of each part of a schema by its kind and name, in a form that does not depend on how it was made. */
export async function schemaOf({ db, dialect }: OpenDatabase): Promise<Record<string, string>> {
  const parts: Record<string, string> = {}
  for (const selection of selections[dialect.kind]) {
    const { rows } = await selection.execute(db)
    for (const { part, definition } of rows) parts[part] = plain(definition)
  }
  return parts
}

/** A definition as it was written, without its quotes and line breaks. */
const plain = (definition: string): string =>
  definition
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .toLowerCase()
    .trim()

type Selection = RawBuilder<{ part: string; definition: string }>

const inPublic = sql`relnamespace = 'public'::regnamespace`

const selections: Readonly<Record<DatabaseKind, readonly Selection[]>> = {
  sqlite: [
    sql`select type || ' ' || name as part, sql as definition from sqlite_master where sql is not null`,
    sql`select 'index ' || name as part, tbl_name as definition from sqlite_master where type = 'index' and sql is null`,
  ],
  postgres: [
    sql`select 'column ' || relname || '.' || attname as part,
        concat_ws(' ', row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod),
          collname, attnotnull, attidentity, attgenerated, attstattarget, pg_get_expr(adbin, adrelid)) as definition
      from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_collation on pg_collation.oid = attcollation
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where ${inPublic} and relkind in ('r', 'v', 'i', 'S') and attnum > 0 and not attisdropped`,
    sql`select 'index ' || relname as part, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indexrelid where ${inPublic}`,
    sql`select 'constraint ' || relname || ' ' || conname as part, pg_get_constraintdef(pg_constraint.oid) as definition
      from pg_constraint join pg_class on pg_class.oid = conrelid where ${inPublic}`,
    sql`select 'trigger ' || relname || ' ' || tgname as part, concat_ws(' ', tgenabled, pg_get_triggerdef(pg_trigger.oid)) as definition
      from pg_trigger join pg_class on pg_class.oid = tgrelid where ${inPublic} and not tgisinternal`,
    sql`select 'function ' || proname as part, pg_get_functiondef(pg_proc.oid) as definition from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
    sql`select 'extension ' || extname as part, extname as definition from pg_extension`,
  ],
}
