import { useFilesOfQuery } from '../../api/filesApi'

/** What else is known of the question is not looked at: whoever asks is drawn anew when the number changes. */
const numberAlone = {
  selectFromResult: ({ data }: { data?: { count: number } | undefined }) => ({ count: data?.count }),
}

/** How many files a record has, for the title of its tab; undefined until that is known (FILE-1). */
export const useFileCount = (objectId: string): number | undefined =>
  useFilesOfQuery(objectId, numberAlone).count
