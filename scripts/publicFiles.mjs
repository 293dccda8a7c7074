import { cp } from 'node:fs/promises'
import path from 'node:path'
import { root } from './bundle.mjs'

/**
 * Copies files that are served unchanged; index.html is a template and goes through webpack.
 * @param {string} to
 */
export const copyPublicFiles = async (to) => {
  const from = path.join(root, 'public')
  const template = path.join(from, 'index.html')
  await cp(from, to, { recursive: true, filter: (file) => file !== template })
}
