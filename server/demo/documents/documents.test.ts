import { gzipSync, inflateSync } from 'node:zlib'
import { maxFileBytes } from '../../../src/contract/files'
import { fileAt, fileCount } from '../files'
import { worldOf } from '../world'
import { barChart } from './chart'
import { pdf } from './pdf'
import { png } from './png'

/** Reads the objects of a PDF by its cross-reference table, as a viewer does. */
function objectsOf(content: Buffer): string[] {
  const text = content.toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const [, count] = /^xref\n0 (\d+)\n0{10} 65535 f \n/.exec(text.slice(table)) ?? []
  const begins = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at))
  expect(begins).toHaveLength(Number(count) - 1)
  return begins.map((at, index) => {
    const [, object] = /^(\d+) 0 obj\n([^]*?)\nendobj\n/.exec(text.slice(at))?.slice(1) ?? []
    expect(text.slice(at)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
    return object ?? ''
  })
}

it('writes a PDF whose table leads to each of its objects, with any text', () => {
  const objects = objectsOf(pdf('Größe (A\\B)', ['one', '', 'naïve — done']))
  expect(objects).toHaveLength(5)
  const [, length, stream] = /^<< \/Length (\d+) >>\nstream\n([^]*)\nendstream$/.exec(objects[3] ?? '') ?? []
  expect(stream).toHaveLength(Number(length))
  expect(stream).toContain('(Größe \\(A\\\\B\\)) Tj')
  expect(stream).toContain('(naïve ? done) Tj')
})

/** The CRC-32 of bytes, from the trailer of gzip. */
const checksumOf = (bytes: Buffer): number => gzipSync(bytes).subarray(-8).readUInt32LE()

/** Parses a PNG, checking each chunk. */
function partsOf(content: Buffer) {
  expect(content.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const parts: { type: string; data: Buffer }[] = []
  for (let at = 8; at < content.length;) {
    const length = content.readUInt32BE(at)
    const named = content.subarray(at + 4, at + 8 + length)
    expect(content.readUInt32BE(at + 8 + length)).toBe(checksumOf(named))
    parts.push({ type: named.toString('latin1', 0, 4), data: named.subarray(4) })
    at += 12 + length
  }
  return parts
}

it('writes a PNG that holds every pixel', () => {
  const picture = { width: 3, height: 2, at: (column: number, row: number) => (column + row) % 2 }
  const palette = [
    [1, 2, 3],
    [250, 251, 252],
  ] as const
  const parts = partsOf(png({ ...picture, palette }))
  expect(parts.map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
  const [header, colors, pixels] = parts.map(({ data }) => data)
  expect([header?.readUInt32BE(0), header?.readUInt32BE(4)]).toEqual([3, 2])
  expect([...(header?.subarray(8) ?? [])]).toEqual([8, 3, 0, 0, 0])
  expect([...(colors ?? [])]).toEqual(palette.flat())
  expect([...inflateSync(pixels ?? Buffer.alloc(0))]).toEqual([0, 0, 1, 0, 0, 1, 0, 1])
})

it('draws a higher bar for a higher value', () => {
  const [, , pixels] = partsOf(barChart([1, 4])).map(({ data }) => data)
  const rows = inflateSync(pixels ?? Buffer.alloc(0))
  const inkIn = (from: number, to: number) =>
    Array.from({ length: 240 }, (_, row) => rows[row * 481 + 1 + (from + to) / 2 - 40]).filter(
      (pixel) => pixel === 1,
    ).length
  expect(inkIn(24, 240)).toBe(48)
  expect(inkIn(240, 456)).toBe(192)
})

const world = worldOf(1, new Date('2026-11-21T09:30:00.000Z'))
const files = Array.from({ length: fileCount(300) }, (_, index) => fileAt(world, index))

it('makes some small files of each kind, with the content that their names promise', () => {
  expect([fileCount(1), fileCount(300), fileCount(100_000)]).toEqual([1, 100, 120])
  expect(files.reduce((bytes, { content }) => bytes + content.length, 0)).toBeLessThan(3_000_000)
  const types = new Map<string, number>()
  for (const { row, content } of files) {
    types.set(row.media_type, (types.get(row.media_type) ?? 0) + 1)
    expect(row.size).toBe(content.length)
    expect(content.length).toBeLessThan(maxFileBytes)
    const text = row.media_type === 'image/png' ? '' : content.toString('latin1')
    expect(row.filename + text).not.toMatch(/[{}]|undefined|NaN/)
    checks[row.media_type]?.(content)
  }
  expect([...types.keys()].sort()).toEqual(Object.keys(checks).sort())
  expect(new Set(files.map(({ row }) => row.storage_key)).size).toBe(files.length)
  expect(new Set(files.flatMap(({ row }) => row.tags)).size).toBe(10)
})
const checks: Record<string, (content: Buffer) => void> = {
  'application/pdf': (content) => expect(objectsOf(content)).toHaveLength(5),
  'image/png': (content) => expect(partsOf(content)).toHaveLength(4),
  'text/plain': (content) => expect(content.toString().split('\n').length).toBeGreaterThan(3),
  'text/csv': (content) => {
    const lines = content.toString().split('\r\n')
    expect(lines.pop()).toBe('')
    expect(lines.length).toBeGreaterThan(2)
    expect(new Set(lines.map((line) => line.split(',').length)).size).toBe(1)
  },
}
