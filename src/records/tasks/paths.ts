import type { PathId } from '../../ui/page/pathId'

const list = '/mpg/tasks'

/** Where tasks are found and read. */
export const taskPaths = {
  list,
  details: (id: PathId) => `${list}/${id}/details`,
} as const
