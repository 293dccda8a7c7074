import { boolean, choice, id, resource, stamps, text, texts } from './fields'

/** The lists that can be saved as views, by the names of their resources. */
export const viewedLists = [
  'opportunities',
  'bids',
  'organizations',
  'contacts',
  'addresses',
  'todos',
  'contracts',
  'suppliers',
  'utilityAccounts',
] as const

/** 'comfortable' gives a table row two lines, 'compact' one. */
export const densities = ['comfortable', 'compact'] as const

export type ViewedList = (typeof viewedLists)[number]

/** The shapes of lists besides their tables, by their names in an address (BOARD-3). */
export const listShapes = { opportunities: ['board', 'calendar'] } as const satisfies {
  readonly [L in ViewedList]?: readonly string[]
}

/**
 * Saved views of lists by a name: search, filters, sort, columns and density (VIEW-2). Private to the user who made them, or shared with
 * all users.
 */
export const views = resource({
  name: 'views',
  path: '/api/mpg/views/',
  title: 'View',
  idField: 'view_id',
  nameField: 'name',
  fields: {
    view_id: id(),
    name: text({ required: true, max: 100 }),
    list: choice(viewedLists, { required: true, apiDescription: 'The resource that the view lists.' }),
    query: text({
      max: 2_000,
      apiDescription:
        "Search, filters, sort and shape as in the query of the list page's address; null: none. Others are refused.",
    }),
    hidden_columns: texts({ maxItems: 60, apiDescription: 'Of those that the list shows by itself.' }),
    shown_columns: texts({ maxItems: 60, apiDescription: 'Of those that the list shows on demand.' }),
    density: choice(densities, { default: 'comfortable' }),
    is_shared: boolean({ default: false, apiDescription: 'Whether all users see it, not only its author.' }),
    ...stamps,
  },
  orderings: ['name', 'created_at', 'modified_at'],
  defaultOrdering: 'name',
  filters: ['list'],
})
