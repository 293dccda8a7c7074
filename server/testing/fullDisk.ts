import { sql } from 'kysely'
import type { OpenDatabase } from '../db/dialects'

/** The tables that reading requests write, and another one. */
const tables = ['audit', 'refresh_tokens', 'sessions', 'tags']

/** Makes the database full for new rows of some tables. @returns makes space again. */
export async function fillDisk({ db, dialect }: OpenDatabase): Promise<() => Promise<void>> {
  const run = (text: string) => sql.raw(text).execute(db)
  const isEmbedded = dialect.kind === 'sqlite'
  if (isEmbedded) await run('create table filler (content blob)')
  else
    await run(
      "create function no_room() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$",
    )
  for (const table of tables)
    for (const event of ['insert', 'update'])
      await run(
        // More than fits on all free pages.
        isEmbedded
          ? `create trigger ${table}_no_room_${event} before ${event} on ${table} begin insert into filler values (zeroblob(1000000)); end`
          : `create trigger ${table}_no_room_${event} before ${event} on ${table} for each row execute function no_room()`,
      )
  if (isEmbedded) await run('pragma max_page_count = 1')
  return async () => {
    if (isEmbedded) await run('pragma max_page_count = 1073741823')
    for (const table of tables)
      for (const event of ['insert', 'update'])
        await run(
          isEmbedded
            ? `drop trigger ${table}_no_room_${event}`
            : `drop trigger ${table}_no_room_${event} on ${table}`,
        )
    await run(isEmbedded ? 'drop table filler' : 'drop function no_room()')
  }
}
