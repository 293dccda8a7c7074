import path from 'node:path'
import type { Config } from '../../config'
import type { FileStore } from '.'
import { localStore } from './local'
import { s3Store } from './s3'

/** The file store that is configured: storage elsewhere, or a folder of the data directory. */
export const openFileStore = ({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>): FileStore =>
  files === null
    ? localStore(path.join(dataDir, 'files'))
    : s3Store(files, path.join(dataDir, 'outgoing-files'))
