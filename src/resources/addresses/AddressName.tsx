import { useRow } from '../../api/kit/hooks'
import { DeletedMark } from '../../ui/value/DeletedMark'
import { useAddressLine } from './addressLine'

/** An address on one line, marked if it is in the trash. */
export const AddressName = ({ id }: { id: number }) => {
  const address = useRow('addresses', id)
  const lineOf = useAddressLine()
  return (
    address && (
      <>
        {lineOf(address)}
        <DeletedMark since={address.deleted_at} />
      </>
    )
  )
}
