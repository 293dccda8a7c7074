import { mkdtempSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '../db/dialects'
import { migrate } from '../db/migrate'
import { rebuildSearchTexts } from '../resources/rebuildSearchTexts'
import { fillDemo } from '../demo/fill'
import { onServer, templateName } from './databases'

/** Bytes that must be free in memory for the folder of a run. */
const space = 4 * 2 ** 30

/**
 * A folder for temporary files, in memory where there is one with enough space: tests stop processes, never the machine,
 * so that waiting for a disk at each commit of the embedded database shows nothing.
 */
function temporaryFolder(): string {
  const inMemory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    if (bavail * bsize >= space) return inMemory
  } catch {
    // This system has no such folder.
  }
  return os.tmpdir()
}

/** Makes the template database of every test file: the schema, the fixed rows and the demo accounts. */
export default async function globalSetup(): Promise<void> {
  const dataDir = mkdtempSync(path.join(temporaryFolder(), 'citygate-test-'))
  process.env['CITYGATE_TEST_DIR'] = dataDir
  const server = process.env['TEST_DATABASE_URL'] ?? null
  // With a collation that is not by bytes, as on many servers, to detect orderings that depend on it.
  if (server !== null)
    await onServer(
      server,
      `create database ${templateName()} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'`,
    )
  const database = openDatabase({ dataDir, databaseUrl: server && server.replace(/[^/]*$/, templateName()) })
  await migrate(database)
  await rebuildSearchTexts(database)
  await fillDemo(database, { opportunities: 0, today: new Date() })
  await database.db.destroy()
}
