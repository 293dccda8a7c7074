import type { PathId } from '../../ui/page/idFrom'

const list = '/mpg/inbox'

/** Paths of mail (SCREEN-2). */
export const inboxPaths = {
  list,
  message: (id: PathId) => `${list}/${id}`,
} as const
