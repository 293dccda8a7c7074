import { addressesApi } from '../../api/addressesApi'
import type { PageKind } from '../kit/RecordPage'
import { addressPaths } from './paths'

/** Common settings of the pages of an address. */
export const addressPage: PageKind<'addresses'> = {
  resource: 'addresses',
  endpoint: addressesApi.row,
  what: 'This address',
  list: addressPaths.list,
}
