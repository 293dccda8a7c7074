import { useFilesOfQuery } from '../../api/filesApi'

/** How many files a record has, for the title of its tab; undefined until that is known (FILE-1). */
export const useFileCount = (objectId: string): number | undefined => useFilesOfQuery(objectId).data?.count
