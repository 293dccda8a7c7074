import {
  filterParametersOf,
  longestFilter,
  me,
  relativeDatesOf,
  type FilteredField,
  type FilterParameter,
} from '../../contract/filters'
import { maxSearch } from '../../contract/limits'

/** The page sizes of every list (LIST-1). */
export const pageSizes = [10, 25, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

const defaultSize: PageSize = 10

/** A resource's rules for its lists. */
export interface ListRules {
  orderings: readonly string[]
  defaultOrdering: string
  /** Filter names: fields, and filters of a page's own. */
  filters?: readonly string[]
  /** Fields with all filters that their kind allows (VIEW-1). */
  filterable?: readonly string[]
  fields?: Readonly<Record<string, FilteredField>>
  /** The shapes in which it is shown besides its table, by their names in an address. */
  shapes?: Readonly<Record<string, ListShapeRules>>
}

/** What differs from the table in another shape of a list. */
export interface ListShapeRules {
  defaultOrdering?: string
  /** Whether it shows one month, which stands in the address. */
  hasMonth?: true
}

/** Active filters, by name. */
export type Filters = Readonly<Record<string, string>>

/** The state of a list that the user can change. */
export interface ListState {
  /** From 1. */
  page: number
  size: PageSize
  /** A column, with '-' before it for descending. */
  sort: string
  /** The search text, trimmed; '' for none. */
  q: string
  filters: Filters
  /** The shape in which it is shown; null: its table. */
  shape: string | null
  /** The month that its shape shows, YYYY-MM; null: the present one. */
  month: string | null
  /** The id of the saved view that it began with; null without one; 0: without any, whatever view it opens with. */
  view: number | null
}

export type ListAction =
  | { type: 'pageChosen'; page: number }
  /** The page does not exist; the last one replaces it. */
  | { type: 'pageCorrected'; page: number }
  | { type: 'sizeChosen'; size: PageSize }
  | { type: 'headerClicked'; column: string }
  | { type: 'sortChosen'; sort: string }
  | { type: 'searched'; q: string }
  | { type: 'filtered'; name: string; value: string | null }
  /** Several at once; null: without it. */
  | { type: 'filtersChosen'; filters: Readonly<Record<string, string | null>> }
  | { type: 'filtersCleared'; names: readonly string[] }
  /** The order is kept, where it is not that by itself. */
  | { type: 'shapeChosen'; shape: string | null }
  | { type: 'monthChosen'; month: string | null }
  /** Takes the place of search, filters and sort; null: the list without a view, or the defaults. */
  | { type: 'viewOpened'; view: number | null; query: string | null }
  /** The list opens with a view, which takes the place of its own address. */
  | { type: 'openedWith'; view: number; query: string | null }
  /** The view of the address is not there; the rest of the address stays. */
  | { type: 'viewLost' }

const isSize = (size: number): size is PageSize => pageSizes.some((known) => known === size)

const orderingIn = (text: string | null, { orderings }: ListRules, byItself: string): string => {
  const column = orderings.find((known) => text === known || text === `-${known}`)
  if (!column) return byItself
  return text === column ? column : `-${column}`
}

const shapeIn = (text: string | null, { shapes = {} }: ListRules): string | null =>
  text !== null && Object.hasOwn(shapes, text) ? text : null

/** The order of a list in a shape without one in its address. */
const defaultOrderingOf = ({ defaultOrdering, shapes = {} }: ListRules, shape: string | null): string =>
  (shape === null ? undefined : shapes[shape]?.defaultOrdering) ?? defaultOrdering

const monthIn = (text: string | null, { shapes = {} }: ListRules, shape: string | null): string | null =>
  shape !== null && shapes[shape]?.hasMonth && /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '') ? text : null

/**
 * Whether a field can have such a value; of options there may be several, separated by commas.
 * @param isFilterable whether there may be several records as well, and the user who asks.
 */
const canBe = (value: string, field: FilteredField | undefined, isFilterable: boolean): boolean => {
  const parts = value.split(',')
  switch (field?.kind) {
    case 'one':
    case 'many':
      return (
        (isFilterable || parts.length === 1) &&
        parts.every(
          (part) => /^[1-9]\d{0,8}$/.test(part) || (isFilterable && part === me && field.to === 'users'),
        )
      )
    case 'choice':
    case 'list':
      return parts.every((part) => field.options?.some((option) => String(option) === part))
    case 'boolean':
      return value === 'true' || value === 'false'
    default:
      return true
  }
}

const isNumber = (value: string): boolean => value.trim() !== '' && Number.isFinite(Number(value))

/** Whether a filter takes such a value. */
const isPossible = (
  value: string,
  { fieldName, field, operator }: FilterParameter,
  { filterable = [] }: ListRules,
): boolean => {
  switch (operator) {
    case 'any':
    case 'all':
      return canBe(value, field, filterable.includes(fieldName))
    case 'empty':
      return value === 'true' || value === 'false'
    case 'is':
      return relativeDatesOf(field).some((known) => known === value)
    case 'from':
    case 'to':
      return field.kind === 'number' || field.kind === 'integer'
        ? isNumber(value)
        : /^\d{4}-\d{2}-\d{2}$/.test(value)
    case 'contains':
    case 'equals':
      return true
  }
}

/** The names of a list's filters in a URL. */
const filterNames = (rules: ListRules): Set<string> =>
  new Set([...(rules.filters ?? []), ...filterParametersOf(rules).keys()])

/** The filters in a URL; ambiguous or impossible ones are ignored. */
const filtersIn = (params: URLSearchParams, rules: ListRules): Filters => {
  const known = filterParametersOf(rules)
  return Object.fromEntries(
    [...filterNames(rules)].flatMap((name): [string, string][] => {
      const [value = '', ...more] = params.getAll(name)
      const isOne = value !== '' && value.length <= longestFilter && more.length === 0
      const parameter = known.get(name)
      return isOne && (!parameter || isPossible(value, parameter, rules)) ? [[name, value]] : []
    }),
  )
}

const cleanSearch = (q: string) => q.trim().slice(0, maxSearch)

/** The page size in a URL; invalid sizes become the default. */
export const sizeFrom = (text: string): PageSize =>
  isSize(Number(text)) ? (Number(text) as PageSize) : defaultSize

/** A whole number from 1 in a URL; null for anything else. */
const wholeIn = (text: string | null): number | null =>
  /^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : null

/** Reads the state from a URL's query. Invalid values are ignored. */
export const readListState = (params: URLSearchParams, rules: ListRules): ListState => {
  const shape = shapeIn(params.get('shape'), rules)
  return {
    page: wholeIn(params.get('page')) ?? 1,
    size: sizeFrom(params.get('size') ?? ''),
    sort: orderingIn(params.get('sort'), rules, defaultOrderingOf(rules, shape)),
    q: cleanSearch(params.get('q') ?? ''),
    filters: filtersIn(params, rules),
    shape,
    month: monthIn(params.get('month'), rules, shape),
    view: params.get('view') === '0' ? 0 : wholeIn(params.get('view')),
  }
}

/** Parameters of a list's address that are no filters; invalid ones are their defaults. */
const ofPage: readonly string[] = ['q', 'size', 'page', 'month', 'view']

/** What mail trackers and advertising add to addresses. */
const ofTrackers = /^(utm_.*|[a-z]*clid|[gw]braid|mc_[ce]id|_hs(enc|mi)|mkt_tok|_g[al]|igsh(id)?)$/

/** Characters of a parameter that are shown. */
const longestShown = 60

/** The parameters of a URL that a list does not know or take, as they stand there. */
export const unknownParametersIn = (params: URLSearchParams, rules: ListRules): string[] => {
  const known = filterNames(rules)
  const taken = filtersIn(params, rules)
  const isUnknown = (name: string, value: string): boolean => {
    if (known.has(name)) return value !== '' && taken[name] === undefined
    if (name === 'sort') return value !== '' && orderingIn(value, rules, '') === ''
    if (name === 'shape') return value !== '' && shapeIn(value, rules) === null
    return !ofPage.includes(name) && !ofTrackers.test(name)
  }
  return [...params].flatMap(([name, value]) => {
    if (!isUnknown(name, value)) return []
    const shown = value === '' ? name : `${name}=${value}`
    return shown.length > longestShown ? `${shown.slice(0, longestShown)}…` : shown
  })
}

/** The request parameters of a list state; `within` are the filters of the list's record. */
export const listParams = ({ page, size, sort, q, filters }: ListState, within: Filters = {}) => ({
  ...filters,
  ...within,
  q,
  limit: size,
  offset: (page - 1) * size,
  ordering: sort,
})

/**
 * The URL query of a state; defaults are omitted. A view without search, filters and shape has its sort nevertheless: the
 * view alone opens as it is saved (VIEW-2).
 */
export const writeListState = (
  { page, size, sort, q, filters, shape, month, view }: ListState,
  rules: ListRules,
): string => {
  const params = new URLSearchParams()
  if (q) params.set('q', q)
  for (const [name, value] of Object.entries(filters)) params.set(name, value)
  const isLeftToView = view !== null && view !== 0 && shape === null && params.size === 0
  if (isLeftToView || sort !== defaultOrderingOf(rules, shape)) params.set('sort', sort)
  if (size !== defaultSize) params.set('size', String(size))
  if (page !== 1) params.set('page', String(page))
  if (shape !== null) params.set('shape', shape)
  if (month !== null) params.set('month', month)
  if (view !== null) params.set('view', String(view))
  return params.toString()
}

/** What a view keeps of a state, as a URL query: search, filters, sort and shape. */
export const viewQueryOf = (state: ListState, rules: ListRules): string =>
  writeListState({ ...state, page: 1, size: defaultSize, month: null, view: null }, rules)

/** Whether a state has the defaults in search, filters, sort, shape and page; its view does not count. */
export const isPlain = (state: ListState, rules: ListRules): boolean =>
  state.page === 1 && viewQueryOf(state, rules) === ''

/** A view's query in the spelling of `viewQueryOf`, without what the list does not know. */
export const normalizedViewQuery = (query: string | null, rules: ListRules): string =>
  viewQueryOf(readListState(new URLSearchParams(query ?? ''), rules), rules)

/** Cycles ascending, descending, default; where descending is the default, ascending follows it. */
const nextOrdering = (sort: string, column: string, { defaultOrdering }: ListRules): string => {
  const descending = `-${column}`
  if (sort === column) return descending
  return sort === descending && sort !== defaultOrdering ? defaultOrdering : column
}

/** The state after an action. */
export const reduceListState = (state: ListState, action: ListAction, rules: ListRules): ListState => {
  switch (action.type) {
    case 'pageChosen':
    case 'pageCorrected':
      return { ...state, page: action.page }
    case 'sizeChosen': {
      // The first row of the current page stays visible.
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
    case 'filtered':
      return reduceListState(
        state,
        { type: 'filtersChosen', filters: { [action.name]: action.value } },
        rules,
      )
    case 'filtersChosen': {
      const others = Object.entries(state.filters).filter(([name]) => !(name in action.filters))
      const chosen = Object.entries(action.filters).filter(
        (entry): entry is [string, string] => entry[1] !== null,
      )
      return { ...state, filters: Object.fromEntries([...others, ...chosen]), page: 1 }
    }
    case 'filtersCleared': {
      const others = Object.entries(state.filters).filter(([name]) => !action.names.includes(name))
      return { ...state, filters: Object.fromEntries(others), page: 1 }
    }
    case 'shapeChosen': {
      const isByItself = state.sort === defaultOrderingOf(rules, state.shape)
      const sort = isByItself ? defaultOrderingOf(rules, action.shape) : state.sort
      return { ...state, sort, shape: action.shape, month: null, page: 1 }
    }
    case 'monthChosen':
      return { ...state, month: action.month }
    case 'openedWith':
    case 'viewOpened': {
      const opened = readListState(new URLSearchParams(action.query ?? ''), rules)
      return { ...opened, size: state.size, page: 1, view: action.view }
    }
    case 'viewLost':
      return { ...state, view: null }
  }
}
