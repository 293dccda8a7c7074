/** Page sizes that every list offers (LIST-1). */
export const pageSizes = [10, 25, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

const defaultSize: PageSize = 10
const longestSearch = 255

/** What a resource says about its lists. */
export interface ListRules {
  orderings: readonly string[]
  defaultOrdering: string
}

/** Everything about a list that a person can choose. */
export interface ListState {
  /** From 1. */
  page: number
  size: PageSize
  /** A column, with '-' before it for descending. */
  sort: string
  /** What is searched for, trimmed; '' for nothing. */
  q: string
}

export type ListAction =
  | { type: 'pageChosen'; page: number }
  | { type: 'sizeChosen'; size: PageSize }
  | { type: 'headerClicked'; column: string }
  | { type: 'sortChosen'; sort: string }
  | { type: 'searched'; q: string }

const isSize = (size: number): size is PageSize => pageSizes.some((known) => known === size)

const orderingIn = (text: string | null, { orderings, defaultOrdering }: ListRules): string => {
  const column = orderings.find((known) => text === known || text === `-${known}`)
  if (!column) return defaultOrdering
  return text === column ? column : `-${column}`
}

const cleanSearch = (q: string) => q.trim().slice(0, longestSearch)

/** The page number that a size given in an address can mean; sizes that are not offered are the default. */
export const sizeFrom = (text: string): PageSize =>
  isSize(Number(text)) ? (Number(text) as PageSize) : defaultSize

/** Reads the state from the query of an address. What makes no sense there counts as not given. */
export const readListState = (params: URLSearchParams, rules: ListRules): ListState => {
  const page = params.get('page') ?? ''
  return {
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    size: sizeFrom(params.get('size') ?? ''),
    sort: orderingIn(params.get('sort'), rules),
    q: cleanSearch(params.get('q') ?? ''),
  }
}

/** The query of an address that holds the state; what is at its default is left out. */
export const writeListState = ({ page, size, sort, q }: ListState, rules: ListRules): string => {
  const params = new URLSearchParams()
  if (q) params.set('q', q)
  if (sort !== rules.defaultOrdering) params.set('sort', sort)
  if (size !== defaultSize) params.set('size', String(size))
  if (page !== 1) params.set('page', String(page))
  return params.toString()
}

/** Ascending, descending, back to the default. */
const nextOrdering = (sort: string, column: string, { defaultOrdering }: ListRules): string => {
  if (sort === column) return `-${column}`
  return sort === `-${column}` ? defaultOrdering : column
}

/** What a list shows after something was chosen. */
export const reduceListState = (state: ListState, action: ListAction, rules: ListRules): ListState => {
  switch (action.type) {
    case 'pageChosen':
      return { ...state, page: action.page }
    case 'sizeChosen': {
      // The first row of the present page stays in sight.
      const firstRow = (state.page - 1) * state.size
      return { ...state, size: action.size, page: Math.floor(firstRow / action.size) + 1 }
    }
    case 'headerClicked':
      return { ...state, sort: nextOrdering(state.sort, action.column, rules), page: 1 }
    case 'sortChosen':
      return { ...state, sort: action.sort, page: 1 }
    case 'searched': {
      const q = cleanSearch(action.q)
      return q === state.q ? state : { ...state, q, page: 1 }
    }
  }
}
