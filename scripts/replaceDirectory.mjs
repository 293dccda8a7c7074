import { rename, rm } from 'node:fs/promises'

const taken = new Set(['ENOTEMPTY', 'EEXIST'])
/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code ?? ''

/**
 * Replaces a directory by a finished one. A half-written one is never visible, and of two concurrent processes the
 * later one wins completely.
 * @param {string} fresh moved away by this call
 * @param {string} place may exist or not
 */
export const replaceDirectory = async (fresh, place) => {
  const old = `${fresh}.old`
  for (;;) {
    await rename(place, old).catch((/** @type {unknown} */ error) => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
    try {
      await rename(fresh, place)
      return
    } catch (error) {
      // Another process created one between the two renames: it is moved away as well.
      if (!taken.has(codeOf(error))) throw error
    } finally {
      await rm(old, { recursive: true, force: true })
    }
  }
}
