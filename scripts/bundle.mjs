import { fileURLToPath } from 'node:url'

/** The project's root. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Bundling of code for Node. Packages stay external, so that their binaries and licences stay in node_modules; the
 * output must therefore be below the root.
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

/** The entries of dist/server: the server itself and its commands. */
export const serverEntries = {
  main: './server/main.ts',
  seed: './server/demo/seed.ts',
  user: './server/commands/user.ts',
  audit: './server/commands/audit.ts',
  doctor: './server/commands/doctor.ts',
  backup: './server/commands/backup.ts',
  restore: './server/commands/restore.ts',
  erasures: './server/commands/erasures.ts',
  verify: './server/commands/verify.ts',
  verifyAudit: './server/commands/verifyAudit.ts',
  move: './server/commands/move.ts',
}
