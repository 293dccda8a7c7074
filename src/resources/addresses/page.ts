import { addressesApi } from '../../api/addressesApi'
import { pageKind } from '../kit/RecordPage'
import { addresses } from './resource'

/** Common settings of the pages of an address. */
export const addressPage = pageKind(addresses, addressesApi.row)
