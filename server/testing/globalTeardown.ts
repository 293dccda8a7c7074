import { rmSync } from 'node:fs'
import { databasesOf, onServer, testDir } from './databases'

/** Removes all databases of the run. */
export default async function globalTeardown(): Promise<void> {
  const server = process.env['TEST_DATABASE_URL']
  if (server)
    for (const name of await databasesOf(server))
      await onServer(server, `drop database if exists ${name} with (force)`)
  rmSync(testDir(), { recursive: true, force: true })
}
