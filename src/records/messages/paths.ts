import type { PathId } from '../../ui/page/pathId'

const list = '/mpg/inbox'

/** Where mail is found and read (SCREEN-2). */
export const inboxPaths = {
  list,
  message: (id: PathId) => `${list}/${id}`,
} as const
