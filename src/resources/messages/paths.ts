import { crudPaths } from '../kit/crudPaths'

/** Paths of mail (SCREEN-2). */
export const inboxPaths = crudPaths('/mpg/inbox')
