import type { PathId } from '../../ui/page/idFrom'

const list = '/mpg/tasks'

/** The statuses of open tasks. */
export const openStates = 'todo,in_progress'

/** All statuses: a list without the filter shows open tasks. */
export const allStates = 'todo,in_progress,done'

/** Paths of tasks. */
export const taskPaths = {
  list,
  /** The list of open tasks. */
  open: `${list}?status=${openStates}`,
  details: (id: PathId) => `${list}/${id}/details`,
} as const
