import type { Config } from '../../config'
import { pathInDataDir } from '../../db/dataDir'
import { ApiError } from '../../kit/errors'
import type { ExternalSystems } from '../outside'
import type { Outcome } from '../outside/breaker'
import type { FileStore } from '.'
import { localStore } from './local'
import { s3Store } from './s3'

/**
 * The configured file store: external storage, or a folder of the data directory.
 * @param outside monitors external storage, where a server runs.
 */
export function openFileStore(
  { dataDir, files }: Pick<Config, 'dataDir' | 'files'>,
  outside?: ExternalSystems,
): FileStore {
  if (files === null) return localStore(pathInDataDir(dataDir, 'files'))
  const folder = pathInDataDir(dataDir, 'outgoingFiles')
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

/** A missing content or a full storage shows that the storage works; errors not listed say nothing about it. */
const outcomes: Readonly<Record<string, Outcome>> = {
  content_missing: 'well',
  storage_full: 'well',
  storage_unavailable: 'failed',
}

const outcomeOf = (error: unknown): Outcome =>
  (error instanceof ApiError ? outcomes[error.code] : undefined) ?? 'unknown'
