import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { makeEmptyDatabase, testDir } from './databases'

/** Variables that name an empty place for an installation: PostgreSQL where the tests run there. */
export async function emptyPlace(): Promise<Record<string, string>> {
  const server = process.env['TEST_DATABASE_URL']
  const place = { DATA_DIR: mkdtempSync(path.join(testDir(), 'place-')) }
  return server ? { ...place, DATABASE_URL: await makeEmptyDatabase(server) } : place
}
