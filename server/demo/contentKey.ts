import { createHash } from 'node:crypto'
import type { World } from './world'

/** Where a content lies in the file store: a key like all others, but the same one each time. */
export function contentKey({ seed }: World, kind: 'file' | 'attachment', index: number): string {
  const hash = createHash('sha256').update(`demo ${kind} ${seed} ${index}`).digest('hex')
  return [hash.slice(0, 8), ...[8, 12, 16].map((at) => hash.slice(at, at + 4)), hash.slice(20, 32)].join('-')
}
