/** The savings by each replaced module of a package: the scripts' bytes with the replacement, and without. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import replaced from '../scripts/replacedModules.json'
import type { Figures } from './figures'

/** All scripts of the product, compressed one by one, in bytes. */
function builtWithout(module: string): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'citygate-bench-'))
  try {
    const settings = ['--mode', 'production', '--env', `unreplaced=${module}`, '--output-path', folder]
    execFileSync('node_modules/.bin/webpack', settings)
    const scripts = path.join(folder, 'assets')
    return readdirSync(scripts)
      .filter((name) => name.endsWith('.js'))
      .reduce(
        (bytes, name) => bytes + gzipSync(readFileSync(path.join(scripts, name)), { level: 9 }).length,
        0,
      )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Kilobytes (1000 bytes) saved by each, gzip. Replacements required by the content security policy are left out. */
export function replacements(): Promise<Figures> {
  const ours = builtWithout('')
  const figures = replaced
    .filter(({ saves }) => saves)
    .map(({ package: name, module }) => ({
      module: `${name}/${module}`,
      'saves kB': Math.round((builtWithout(module) - ours) / 100) / 10,
    }))
  return Promise.resolve(figures)
}
