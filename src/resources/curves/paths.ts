import { crudPaths } from '../kit/crudPaths'

export const curvePaths = crudPaths('/mpg/curves')
