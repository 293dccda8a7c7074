import { createContext, useContext } from 'react'

const noIds: readonly number[] = []

/** The ids of the records on the page of a list. */
export const PageIdsContext = createContext(noIds)

/** In a cell: the ids of all records on its page, for what one call answers for all of them. */
export const usePageIds = () => useContext(PageIdsContext)
