import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '../db/dialect'
import { migrate } from '../db/migrations'
import { fillDemo } from '../demo/fill'
import { onServer, templateName } from './databases'

/** Makes the database that every test file starts from: the schema, the fixed rows and the demo accounts. */
export default async function globalSetup(): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'citygate-test-'))
  process.env['CITYGATE_TEST_DIR'] = dataDir
  const server = process.env['TEST_DATABASE_URL'] ?? null
  // A collation that is not by bytes, as many servers have, so that an ordering which depends on it shows.
  if (server !== null)
    await onServer(
      server,
      `create database ${templateName()} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'`,
    )
  const database = openDatabase({ dataDir, databaseUrl: server && server.replace(/[^/]*$/, templateName()) })
  await migrate(database)
  await fillDemo(database, { opportunities: 0, today: new Date() })
  await database.db.destroy()
}
