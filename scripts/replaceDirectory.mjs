import { rename, rm } from 'node:fs/promises'

const taken = new Set(['ENOTEMPTY', 'EEXIST'])
/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code ?? ''

/**
 * Puts a finished directory in the place of another. Nobody ever sees a half-written one, and of two processes
 * that do this at once the later one wins whole.
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
      // Another process filled the gap between the two renames: take its directory away as well.
      if (!taken.has(codeOf(error))) throw error
    } finally {
      await rm(old, { recursive: true, force: true })
    }
  }
}
