import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Files that are not part of the product: tests, and code used by tests only. */
const forTests = /\.test(-d)?\.tsx?$|^(src|server)\/testing\//

/**
 * @param {string} root
 * @param {string} name
 * @returns {string[]}
 */
const filesOf = (root, name) => {
  const file = path.join(root, name)
  if (!statSync(file).isDirectory()) return [name]
  return readdirSync(file).flatMap((entry) => filesOf(root, path.posix.join(name, entry)))
}

/**
 * A hash over the names and contents of files. It changes exactly when a file of the product changes, is added or
 * removed; times and the order of the listing do not count.
 * @param {string} root the project's root
 * @param {readonly string[]} inputs files and folders below it
 * @returns {string} hexadecimal
 */
export const fingerprint = (root, inputs) => {
  const hash = createHash('sha256')
  const names = inputs.flatMap((input) => filesOf(root, input))
  for (const name of names.filter((each) => !forTests.test(each)).sort()) {
    const content = readFileSync(path.join(root, name))
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
