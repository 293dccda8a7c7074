import { deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const bitDepth = 8
/** Pixels are indexes into a palette. */
const indexed = 3

/** An image with a palette of red, green and blue each. */
interface Picture {
  width: number
  height: number
  palette: readonly (readonly [red: number, green: number, blue: number])[]
  /** The palette index of the pixel in a column and a row, from the upper left corner. */
  at: (column: number, row: number) => number
}

/** Encodes an image as PNG. */
export function png({ width, height, palette, at }: Picture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(bitDepth, 8)
  header.writeUInt8(indexed, 9)
  // Each row begins with the number of its filter; 0 means none.
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, column) => at(column, row))]),
  )
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(checksum(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** CRC-32, as the format requires. */
function checksum(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}
