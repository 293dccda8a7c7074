/* Builds the stale parts of dist/ only. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './bundle.mjs'
import { fingerprint } from './fingerprint.mjs'
import { parts } from './parts.mjs'
import { replaceDirectory } from './replaceDirectory.mjs'

const dist = path.join(root, 'dist')

/** @param {typeof parts[number]} part */
const buildIfStale = async ({ name, title, inputs, build }) => {
  const place = path.join(dist, name)
  const stamp = `${place}.stamp`
  const wanted = fingerprint(root, inputs)
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return

  const started = performance.now()
  // Every process builds into a directory of its own, so that concurrent builds cannot mix their files.
  const fresh = `${place}.${process.pid}`
  await mkdir(fresh, { recursive: true })
  try {
    await build(fresh)
    await rm(stamp, { force: true })
    await replaceDirectory(fresh, place)
    await writeFile(stamp, wanted)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  console.log(`Built the ${title} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

try {
  for (const part of parts) await buildIfStale(part)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
