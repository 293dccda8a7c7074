/* Runs one TypeScript file: node scripts/run.mjs FILE.ts [arguments of the file] */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { buildSync } from 'esbuild'
import { forNode, root } from './bundle.mjs'

const [node, , file, ...rest] = process.argv
if (!node || !file) {
  console.error('Usage: node scripts/run.mjs FILE.ts [arguments]')
  process.exit(2)
}

// As deep below dist/ as the built server, so that paths relative to the running file mean the same in both.
const output = path.join(root, 'dist/run', `${path.basename(file, '.ts')}-${process.pid}.mjs`)
process.once('exit', () => {
  rmSync(output, { force: true })
  rmSync(`${output}.map`, { force: true })
})

try {
  buildSync({ ...forNode, outExtension: {}, entryPoints: [path.resolve(file)], outfile: output })
} catch {
  // esbuild has printed the errors already.
  process.exit(1)
}

// In this process, so that signals and the exit status are the file's own.
process.setSourceMapsEnabled(true)
process.argv = [node, file, ...rest]
await import(output)
