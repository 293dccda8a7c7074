import { crudPaths } from '../kit/crudPaths'

/** The page of what is to be renewed (CTR-8). */
export const renewalsPage = '/mpg/renewals'

export const contractPaths = crudPaths('/mpg/contracts')
