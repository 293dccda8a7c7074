import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const text = /\.(js|css|svg|json|webmanifest)$/

const encodings = [
  {
    suffix: '.br',
    /** @param {Buffer} content */
    encode: (content) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
  },
  {
    suffix: '.gz',
    /** @param {Buffer} content */
    encode: (content) => promisify(gzip)(content, { level: 9 }),
  },
]

/**
 * Writes a brotli and a gzip copy beside every text file below a directory, so that the server never compresses one
 * itself. The shell page is left out: the server inserts a nonce into each answer.
 * @param {string} directory
 */
export const precompress = async (directory) => {
  const names = (await readdir(directory, { recursive: true })).filter((name) => text.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(directory, name)
      const content = await readFile(file)
      await Promise.all(
        encodings.map(async ({ suffix, encode }) => writeFile(file + suffix, await encode(content))),
      )
    }),
  )
}
