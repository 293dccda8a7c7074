import { useRow } from '../../api/kit/hooks'
import { useAddressLine } from './addressLine'

/** An address on one line. */
export const AddressName = ({ id }: { id: number }) => {
  const address = useRow('addresses', id)
  const lineOf = useAddressLine()
  return address && lineOf(address)
}
