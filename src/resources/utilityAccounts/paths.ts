import { crudPaths } from '../kit/crudPaths'

export const utilityAccountPaths = crudPaths('/mpg/utility-accounts')
