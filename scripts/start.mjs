/* Builds what is stale, then serves the product. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from './bundle.mjs'

// The build runs in a process of its own: webpack's memory would stay with the server otherwise.
const built = spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

// The server runs in this process, so that a signal to `npm start` reaches it directly.
process.setSourceMapsEnabled(true)
await import(path.join(root, 'dist/server/main.mjs'))
