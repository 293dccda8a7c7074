import { addressesApi } from '../../api/addressesApi'
import type { PageKind } from '../kit/RecordPage'
import { addressPaths } from './paths'

/** What the pages of addresses, and those below them, share. */
export const addressPage: PageKind<'addresses'> = {
  resource: 'addresses',
  endpoint: addressesApi.row,
  what: 'This address',
  list: addressPaths.list,
}
