/**
 * The server: locks its data directory before anything else is loaded, so that a second process is refused at once
 * (TRUST-31).
 */
import { checkTransport, readConfig, StartError } from './config'
import { lockDataDir } from './db/lock'

async function start(): Promise<void> {
  const config = readConfig(process.env)
  checkTransport(config)
  const release = lockDataDir(config.dataDir)
  const { serve } = await import('./serve')
  await serve(config, release)
}

start().catch((error: unknown) => {
  const known = error instanceof StartError
  process.stderr.write(
    `${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
})
