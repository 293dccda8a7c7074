import type { imageTypes } from '../../src/contract/files'

type ImageType = (typeof imageTypes)[number]

/** Signatures of raster images; `.` stands for any byte. */
const beginnings: Readonly<Record<ImageType, RegExp>> = {
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF....WEBP/s,
}

/** Bytes that identify an image. */
export const imageHeadBytes = 12

/** The type of an image by its first bytes, regardless of its name; null for anything else. */
export function imageTypeOf(head: Buffer): string | null {
  const text = head.toString('latin1')
  return Object.entries(beginnings).find(([, beginning]) => beginning.test(text))?.[0] ?? null
}
