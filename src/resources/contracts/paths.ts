import { crudPaths } from '../kit/crudPaths'

export const contractPaths = crudPaths('/mpg/contracts')
