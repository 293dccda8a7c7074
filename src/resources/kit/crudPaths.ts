import type { PathId } from '../../ui/page/idFrom'

/** The paths of a resource whose forms are dialogs: its list, and each record's page. */
export const crudPaths = <const L extends string>(list: L) => ({
  list,
  path: (id: PathId) => `${list}/${id}`,
})
