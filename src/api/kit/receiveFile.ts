/** Receives files of any size: the bytes go into blobs, which browsers keep on disk. */
import type { ExportFormat } from '../../contract/exports'

/** Bytes after which what has come goes into a blob. */
const bytesPerBlob = 8_000_000
/** Of a zip file's first entry, without its name. */
const zipHeaderLength = 30

/** Counts what it is fed. @returns called with each portion of the file. */
type RowCounter = (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>

/** Counts the lines that end outside quotes. */
const csvRows = (count: (rows: number) => void): RowCounter => {
  let isQuoted = false
  return (bytes) => {
    let rows = 0
    for (const byte of bytes)
      if (byte === 0x22) isQuoted = !isQuoted
      else if (byte === 0x0a && !isQuoted) rows++
    count(rows)
  }
}

/** Counts the rows of an unpacked sheet. */
const countIn = async (sheet: ReadableStream<Uint8Array>, count: (rows: number) => void) => {
  const decoder = new TextDecoder('latin1')
  const reader = sheet.getReader()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const text = rest + decoder.decode(next.value)
    count(text.split('<row ').length - 1)
    // The beginning of a row may be cut.
    rest = text.slice(text.lastIndexOf('<')).slice(0, '<row'.length)
  }
}

/** Counts the rows of a workbook's first part, the sheet, which it unpacks. */
const xlsxRows = (count: (rows: number) => void): RowCounter => {
  if (typeof DecompressionStream === 'undefined') return () => undefined
  const { readable, writable } = new DecompressionStream('deflate-raw')
  const writer = writable.getWriter()
  // What follows the sheet is none: counting ends there.
  const end = () => {
    isOver = true
  }
  let isOver = false
  let head: Uint8Array<ArrayBuffer> | null = new Uint8Array()
  void countIn(readable, count).catch(end)
  return async (bytes) => {
    if (isOver) return
    let sent = bytes
    if (head) {
      const joined: Uint8Array<ArrayBuffer> = new Uint8Array(head.length + bytes.length)
      joined.set(head)
      joined.set(bytes, head.length)
      head = joined
      if (joined.length < zipHeaderLength) return
      const lengths = new DataView(joined.buffer)
      const start = zipHeaderLength + lengths.getUint16(26, true) + lengths.getUint16(28, true)
      if (joined.length < start) return
      head = null
      sent = joined.slice(start)
    }
    await writer.write(sent).catch(end)
  }
}

/**
 * The file of an answer.
 * @param onRows called with the number of its rows that have come so far, without the header
 */
export const receiveFile = async (
  { body, headers }: Response,
  format: ExportFormat,
  onRows: (rows: number) => void,
): Promise<Blob> => {
  const type = headers.get('Content-Type') ?? ''
  if (!body) return new Blob([], { type })
  let rows = -1
  const counter = (format === 'csv' ? csvRows : xlsxRows)((more) => {
    rows += more
    if (more > 0) onRows(Math.max(rows, 0))
  })
  let parts: BlobPart[] = []
  let size = 0
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const bytes = next.value
    parts.push(bytes)
    size += bytes.length
    if (size > bytesPerBlob) {
      parts = [new Blob(parts)]
      size = 0
    }
    await counter(bytes)
  }
  return new Blob(parts, { type })
}
