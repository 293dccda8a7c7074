import type { Config } from '../../config'
import { placeIn } from '../../db/dataDir'
import { ApiError } from '../../kit/errors'
import type { Outside } from '../outside'
import type { Outcome } from '../outside/breaker'
import type { FileStore } from '.'
import { localStore } from './local'
import { s3Store } from './s3'

/**
 * The file store that is configured: storage elsewhere, or a folder of the data directory.
 * @param outside told how storage elsewhere does, where a server runs.
 */
export function openFileStore(
  { dataDir, files }: Pick<Config, 'dataDir' | 'files'>,
  outside?: Outside,
): FileStore {
  if (files === null) return localStore(placeIn(dataDir, 'files'))
  const store = s3Store(files, placeIn(dataDir, 'outgoingFiles'))
  if (!outside) return store
  const { attempt } = outside.connect({
    key: 'files',
    origins: [files.endpoint],
    probe: () =>
      attempt(async () => {
        await store.list()[Symbol.asyncIterator]().next()
      }),
  })
  return {
    ...store,
    put: (key, content) => attempt(() => store.put(key, content), outcomeOf),
    read: (key) => attempt(() => store.read(key), outcomeOf),
    remove: (key) => attempt(() => store.remove(key), outcomeOf),
  }
}

/** What the storage has not, or has no room for, it says; and an upload that breaks off says nothing of it. */
const outcomeOf = (error: unknown): Outcome =>
  !(error instanceof ApiError) ? 'unknown' : error.code === 'storage_unavailable' ? 'failed' : 'well'
