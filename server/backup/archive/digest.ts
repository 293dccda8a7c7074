import { createHash } from 'node:crypto'
import type { Digest } from './manifest'

/** Counts and hashes bytes on their way. */
export function createDigest() {
  const hash = createHash('sha256')
  let size = 0
  const add = (chunk: Buffer): void => {
    hash.update(chunk)
    size += chunk.length
  }
  return {
    add,
    /** Passes the chunks on. */
    async *through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        add(chunk)
        yield chunk
      }
    },
    /** Called once, in the end. */
    result: (): Digest => ({ size, sha256: hash.digest('hex') }),
  }
}
