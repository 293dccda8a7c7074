import { promisify } from 'node:util'
import { forNode, serverEntries } from './bundle.mjs'
import { copyPublicFiles } from './publicFiles.mjs'
import { precompress } from './precompress.mjs'

// Webpack and esbuild are imported lazily: most starts find nothing to build.

/** @param {string} to */
const buildBrowser = async (to) => {
  const { default: webpack } = await import('webpack')
  const { default: configure } = await import('../webpack.config.js')
  const config = configure({}, { mode: 'production' })
  const compiler = webpack({ ...config, output: { ...config.output, path: to } })
  const stats = await promisify(compiler.run.bind(compiler))()
  await promisify(compiler.close.bind(compiler))()
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only') ?? 'webpack gave no answer')
  await copyPublicFiles(to)
  await precompress(to)
}

/** @param {string} to */
const buildServer = async (to) => {
  const { build } = await import('esbuild')
  // The rejection contains all errors; printed here they would show twice.
  await build({
    ...forNode,
    logLevel: 'silent',
    entryPoints: serverEntries,
    outdir: to,
    // The first modules are loaded first: server/main.ts.
    splitting: true,
    chunkNames: '[name]-[hash]',
  })
}

/**
 * The two parts of the product: their inputs, and their builds into an empty directory. The names are those of the
 * directories below dist/.
 */
export const parts = [
  {
    name: 'public',
    title: 'browser code',
    inputs: [
      'src',
      'public',
      'webpack.config.js',
      'tsconfig.json',
      'package-lock.json',
      'scripts/antdStyles.cjs',
      'scripts/parts.mjs',
      'scripts/replacedModules.cjs',
      'scripts/replacedModules.json',
      'scripts/staticPage.cjs',
    ],
    build: buildBrowser,
  },
  {
    name: 'server',
    title: 'server code',
    inputs: ['server', 'src/contract', 'tsconfig.json', 'package-lock.json', 'scripts/bundle.mjs'],
    build: buildServer,
  },
]
