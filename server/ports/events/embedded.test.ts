import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { openEmbedded } from '../../db/dialects'
import { embeddedEvents } from './embedded'

test('[TRUST-6] what a command commits beside the server is noticed, what the server commits itself is not', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'citygate-events-'))
  const server = openEmbedded(dir)
  await sql`create table things (content text)`.execute(server.db)
  const command = openEmbedded(dir)
  const add = (database: typeof server, content: string) =>
    sql`insert into things values (${content})`.execute(database.db)
  const events = embeddedEvents(server)
  let times = 0
  let notice = (): void => undefined
  events.subscribe({
    onNotice: () => undefined,
    onGap: () => {
      times++
      notice()
    },
  })
  for (const turn of [1, 2]) {
    const noticed = new Promise<void>((resolve) => (notice = resolve))
    await add(server, 'own')
    await server.db.transaction().execute((trx) => sql`insert into things values ('own')`.execute(trx))
    await add(command, 'beside')
    await noticed
    expect(times).toBe(turn)
  }
  await events.close()
  await command.db.destroy()
  await server.db.destroy()
  rmSync(dir, { recursive: true })
})
