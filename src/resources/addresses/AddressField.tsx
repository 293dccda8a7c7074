import { addressesApi } from '../../api/addressesApi'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField } from '../../ui/form/RecordField'
import { useAddressLine } from './addressLine'

/** An address picker, searched on the server by street, city, state, zip code and organization (SHELL-8). */
export const AddressField = (props: FieldProps) => (
  <RecordField
    {...props}
    resource="addresses"
    endpoint={addressesApi.list}
    rowEndpoint={addressesApi.row}
    labelOf={useAddressLine()}
  />
)
