import { execFileSync, spawnSync } from 'node:child_process'

/** The last commit before the rules of commitlint.config.mjs. */
const before = '74591fd129ffe24a1f410d65dabb72125d95fd61'

/**
 * Whether the history has a commit: a shallow clone or an archive may not.
 * @param {string} commit
 */
const isKnown = (commit) => {
  try {
    execFileSync('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const range = isKnown(before) ? ['--from', before] : ['--last']
const { status } = spawnSync('npx', ['--no-install', 'commitlint', ...range], { stdio: 'inherit' })
process.exitCode = status ?? 1
