import { chmodSync } from 'node:fs'
import { open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { contentMissing, isKey, type FileStore, type StoredContent } from '.'
import { emptySpool, isAbsent, makeSpool, spool } from './spool'

/** Stores files in a folder that only their owner can read, each under its key. */
export function localStore(folder: string): FileStore {
  const incoming = path.join(folder, 'incoming')
  makeSpool(incoming)
  chmodSync(folder, 0o700)

  const place = (key: string): string => {
    if (!isKey(key)) throw contentMissing()
    return path.join(folder, key)
  }

  return {
    isShared: false,

    clearUnfinished: () => emptySpool(incoming),

    async put(key, content) {
      const target = place(key)
      const { path: temporary, size } = await spool(content, incoming, key)
      try {
        await rename(temporary, target)
        await syncFolder(folder)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      return size
    },

    async read(key) {
      try {
        const handle = await open(place(key), 'r')
        return handle.createReadStream()
      } catch (error) {
        throw isAbsent(error) ? contentMissing() : error
      }
    },

    async remove(key) {
      await rm(place(key), { force: true })
    },

    async *list(): AsyncGenerator<StoredContent> {
      for await (const entry of await opendir(folder)) {
        const key = entry.name
        if (!entry.isFile() || !isKey(key)) continue
        yield { key, modifiedAt: async () => (await stat(path.join(folder, key))).mtime }
      }
    },
  }
}

/** A new name survives a crash only when its folder has been synced, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
