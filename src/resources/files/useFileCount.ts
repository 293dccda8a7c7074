import { useFilesOfQuery } from '../../api/filesApi'

/** Selects only the count, so that other changes of the query cause no re-render. */
const numberAlone = {
  selectFromResult: ({ data }: { data?: { count: number } | undefined }) => ({ count: data?.count }),
}

/** Number of a record's files, for the title of its tab; undefined until loaded (FILE-1). */
export const useFileCount = (objectId: string): number | undefined =>
  useFilesOfQuery(objectId, numberAlone).count
