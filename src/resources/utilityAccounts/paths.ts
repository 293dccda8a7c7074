import type { PathId } from '../../ui/page/idFrom'
import { crudPaths } from '../kit/crudPaths'

const paths = crudPaths('/mpg/utility-accounts')

export const utilityAccountPaths = {
  ...paths,
  usage: (id: PathId) => `${paths.path(id)}/usage`,
}
