import { crudPaths } from '../kit/crudPaths'

export const supplierPaths = crudPaths('/mpg/suppliers')
