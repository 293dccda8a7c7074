import { crudPaths } from '../kit/crudPaths'

export const teamsPaths = crudPaths('/mpg/teams')
