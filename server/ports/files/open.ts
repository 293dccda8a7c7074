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
  const folder = placeIn(dataDir, 'outgoingFiles')
  if (!outside) return s3Store(files, folder)
  const { attempt } = outside.connect({
    key: 'files',
    origins: [files.endpoint],
    probe: () =>
      attempt(async () => {
        await store.list()[Symbol.asyncIterator]().next()
      }),
  })
  const store = s3Store(files, folder, { attempt: (work) => attempt(work, outcomeOf) })
  return store
}

/** What the storage has not, or has no room for, it says itself: nothing else that fails tells how it does. */
const outcomes: Readonly<Record<string, Outcome>> = {
  content_missing: 'well',
  storage_full: 'well',
  storage_unavailable: 'failed',
}

const outcomeOf = (error: unknown): Outcome =>
  (error instanceof ApiError ? outcomes[error.code] : undefined) ?? 'unknown'
