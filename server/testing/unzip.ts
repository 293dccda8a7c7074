import { text as readText } from 'node:stream/consumers'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'

/** The entries of a ZIP file. */
export async function unzip(file: Buffer): Promise<Map<string, string>> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(file, { lazyEntries: true }, (error, opened) =>
      opened ? resolve(opened) : reject(error ?? new Error('no archive')),
    ),
  )
  const entries = new Map<string, string>()
  await new Promise<void>((resolve, reject) => {
    zip.once('end', resolve)
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (!stream) {
          reject(error ?? new Error(entry.fileName))
          return
        }
        void readText(stream).then((content) => {
          entries.set(entry.fileName, content)
          zip.readEntry()
        })
      })
    })
    zip.readEntry()
  })
  return entries
}
