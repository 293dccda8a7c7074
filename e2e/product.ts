import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Timeout of a start in milliseconds; it may fill an empty database with demo data. */
const patience = 90_000
/** Names a data directory with demo data that new products copy, since filling one takes seconds. */
export const demoDataVariable = 'E2E_DEMO_DATA'
/** The built server. */
export const program = path.resolve('dist/server/main.mjs')

/** A running server with its own data directory. */
export interface Product {
  /** Without a trailing slash. */
  url: string
  /** Its process id. */
  pid: () => number
  /** Stops it like an operator, and starts it again at the same URL with the same data. */
  restart: () => Promise<void>
  /** Kills it, and starts it again at the same URL with the same data. */
  crash: () => Promise<void>
  /**
   * Stops it like an operator, and removes its data unless their directory was given. Fails when it does not exit with
   * status 0.
   */
  stop: () => Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port')
  return address.port
}

/** False while the port is closed. */
const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )

/**
 * Starts the built product with demo data on a free port.
 * @param env changes to its configuration; with a DATA_DIR it keeps its data there
 * @param command what to run instead of the built server itself
 * @throws Error with the server's output when it does not get ready.
 */
export async function startProduct(
  env: Record<string, string> = {},
  command = [
    process.execPath,
    '--max-semi-space-size=4',
    '--max-old-space-size=1024',
    '--enable-source-maps',
    program,
  ],
): Promise<Product> {
  if (!existsSync(program)) throw new Error('The product is not built: run npm run build first.')
  const ownDir = env['DATA_DIR'] === undefined ? await mkdtemp(path.join(tmpdir(), 'citygate-e2e-')) : null
  const dataDir = ownDir ?? env['DATA_DIR'] ?? ''
  const removeData = () => (ownDir === null ? null : rm(ownDir, { recursive: true, force: true }))
  const demoData = process.env[demoDataVariable]
  if (demoData && (await readdir(dataDir)).length === 0) await cp(demoData, dataDir, { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [file = '', ...args] = command
  let output = ''
  const launch = () => {
    const server = spawn(file, args, {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        DEMO: '1',
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    return { server, exit: once(server, 'exit') }
  }
  let running = launch()

  const end = async () => {
    const { server, exit } = running
    server.kill('SIGTERM')
    await exit
    if (server.exitCode !== 0)
      throw new Error(`The server ended with ${server.exitCode ?? server.signalCode}:\n${output}`)
  }
  const ready = async () => {
    const { server } = running
    const deadline = Date.now() + patience
    while (!(await isReady(url))) {
      if (server.exitCode !== null || Date.now() > deadline) {
        server.kill('SIGKILL')
        await removeData()
        throw new Error(`The server did not get ready (exit status ${server.exitCode ?? 'none'}):\n${output}`)
      }
      await sleep(50)
    }
  }

  await ready()
  return {
    url,
    pid: () => running.server.pid ?? 0,
    restart: async () => {
      await end()
      running = launch()
      await ready()
    },
    crash: async () => {
      running.server.kill('SIGKILL')
      await running.exit
      running = launch()
      await ready()
    },
    stop: async () => {
      try {
        await end()
      } finally {
        await removeData()
      }
    },
  }
}
