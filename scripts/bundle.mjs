import { fileURLToPath } from 'node:url'

/** The project's root. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * How code that runs on Node is bundled. Packages stay outside, so that their binaries and licences stay in
 * node_modules; the output therefore has to lie below the root.
 * @satisfies {import('esbuild').BuildOptions}
 */
export const forNode = /** @type {const} */ ({
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: 'linked',
  // Node keeps the whole map in memory.
  sourcesContent: false,
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
})

/** What stands in dist/server: the server itself and the commands that an installation runs beside it. */
export const serverEntries = {
  main: './server/main.ts',
  seed: './server/demo/seed.ts',
  user: './server/commands/user.ts',
  doctor: './server/commands/doctor.ts',
}
