import { useFilesOfQuery } from '../../api/filesApi'
import { countAlone } from '../kit/countAnew'

/** Number of a record's files, for the title of its tab; undefined until loaded (FILE-1). */
export const useFileCount = (objectId: string): number | undefined =>
  useFilesOfQuery(objectId, countAlone).count
