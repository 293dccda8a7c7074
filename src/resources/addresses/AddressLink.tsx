import { useRow } from '../../api/kit/hooks'
import { useAddressLine } from './addressLine'
import { addressPaths } from './paths'
import { RecordLink } from '../../ui/page/RecordLink'

/** An address on one line, as a link to its page. */
export const AddressLink = ({ id }: { id: number }) => {
  const address = useRow('addresses', id)
  const lineOf = useAddressLine()
  const line = address ? lineOf(address) : `#${id}`
  return (
    <RecordLink to={addressPaths.details(id)} title={line}>
      {line}
    </RecordLink>
  )
}
