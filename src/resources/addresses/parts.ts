import { addressesApi } from '../../api/addressesApi'
import { defineParts } from '../kit/resourceView'
import { addressFieldMeta } from './fieldMeta'
import { useAddressLine } from './addressLine'

/** Addresses in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: addressFieldMeta,
  search: { endpoint: addressesApi.list, useRelated: () => ({ nameOf: useAddressLine() }) },
  trash: {},
})
