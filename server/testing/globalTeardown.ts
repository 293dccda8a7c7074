import { rmSync } from 'node:fs'
import { chunks } from '../kit/chunks'
import { databasesOf, onServer, programsDir, templateName, testDir } from './databases'

/** Removes all databases of the run, and the programs that it has compiled. */
export default async function globalTeardown(): Promise<void> {
  const server = process.env['TEST_DATABASE_URL']
  if (server) {
    // First, since it waits for a copy that is still being made.
    await onServer(server, `drop database if exists ${templateName()} with (force)`)
    // Each drop waits for a checkpoint, which those that run side by side share.
    for (const names of chunks(await databasesOf(server), 40))
      await Promise.all(names.map((name) => onServer(server, `drop database if exists ${name} with (force)`)))
  }
  rmSync(testDir(), { recursive: true, force: true })
  rmSync(programsDir(), { recursive: true, force: true })
}
