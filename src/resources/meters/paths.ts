import { crudPaths } from '../kit/crudPaths'

export const meterPaths = crudPaths('/mpg/meters')
