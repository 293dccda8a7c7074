import type { PathId } from '../../ui/page/pathId'

const list = '/mpg/tasks'

/** The states in which there is something left to do. */
export const openStates = 'todo,in_progress'

/** Where tasks are found and read. */
export const taskPaths = {
  list,
  /** The list of what is left to do. */
  open: `${list}?status=${openStates}`,
  details: (id: PathId) => `${list}/${id}/details`,
} as const
