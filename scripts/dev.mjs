/* Watches both sides: the browser code goes to dist/public unminified, the server restarts when it changes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { context } from 'esbuild'
import webpack from 'webpack'
import configure from '../webpack.config.js'
import { forNode, root, serverEntries } from './bundle.mjs'
import { copyPublicFiles } from './publicFiles.mjs'

const dist = path.join(root, 'dist')
const publicDirectory = path.join(dist, 'public')

// The output differs from that of a build: the next build must start anew.
await Promise.all(['public', 'server'].map((name) => rm(path.join(dist, `${name}.stamp`), { force: true })))

/** @type {import('node:child_process').ChildProcess | undefined} */
let server
/** Whether each side has been built at least once. */
const ready = { browser: false, server: false }
let ending = false
let turn = Promise.resolve()

const stopServer = async () => {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGINT')
  await exited
}

// The server reads the files to serve at its start, so it restarts after a build of either side. Restarts are
// sequential: the old process must have ended, because it holds the port and the data directory.
const restartServer = () => {
  turn = turn.then(async () => {
    await stopServer()
    if (ending || !ready.browser || !ready.server) return
    server = spawn(process.execPath, ['--enable-source-maps', path.join(dist, 'server/main.mjs')], {
      stdio: 'inherit',
    })
  })
}

const serverWatch = await context({
  ...forNode,
  entryPoints: serverEntries,
  outdir: path.join(dist, 'server'),
  plugins: [
    {
      name: 'restart',
      setup: (build) => {
        build.onEnd(({ errors }) => {
          if (errors.length > 0) return
          ready.server = true
          restartServer()
        })
      },
    },
  ],
})

const compiler = webpack(configure({}, { mode: 'development' }))
const browserWatch = compiler.watch({ ignored: ['**/node_modules', '**/dist'] }, (error, stats) => {
  if (error || stats?.hasErrors()) {
    console.error(error ?? stats?.toString('errors-warnings'))
    return
  }
  void copyPublicFiles(publicDirectory).then(() => {
    ready.browser = true
    restartServer()
  })
})
await serverWatch.watch()

const end = async () => {
  if (ending) return
  ending = true
  await turn
  await Promise.all([
    stopServer(),
    serverWatch.dispose(),
    new Promise((resolve) => {
      browserWatch?.close(resolve)
    }),
  ])
  process.exit(0)
}
process.on('SIGINT', () => void end())
process.on('SIGTERM', () => void end())
