/**
 * `npm run bench [-- api|bodies|bulk|filters|first-load|flood|growth|imports|listing|machinery|memory|quotes|richText|stalls|usage|web|writes]`:
 * runs the benchmarks and prints their ratios.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { api, growth } from './api'
import { bodies } from './bodies'
import { bulk } from './bulk'
import type { Figures } from './figures'
import { filters } from './filters'
import { firstLoad } from './firstLoad'
import { flood } from './flood'
import { imports } from './imports'
import { listing } from './listing'
import { machinery } from './machinery'
import { memory } from './memory'
import { quotes } from './quotes'
import { richText } from './richText'
import { stalls } from './stalls'
import { usage } from './usage'
import { web } from './web'
import { writes } from './writes'

const benchmarks: Record<string, () => Promise<Figures>> = {
  api,
  bodies,
  bulk,
  filters,
  'first-load': firstLoad,
  flood,
  growth,
  imports,
  listing,
  machinery,
  memory,
  quotes,
  richText,
  stalls,
  usage,
  web,
  writes,
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in benchmarks))
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}", only ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(1)
}

execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
mkdirSync('bench/results', { recursive: true })
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const figures = await run()
  console.log(`\n${name}`)
  console.table(figures)
  writeFileSync(path.join('bench/results', `${name}.json`), JSON.stringify(figures, null, 2))
}
process.exit(0)
