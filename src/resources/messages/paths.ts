import { crudPaths } from '../kit/resourceView'

/** Paths of mail (SCREEN-2). */
export const inboxPaths = crudPaths('/mpg/inbox')
