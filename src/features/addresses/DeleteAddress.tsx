import { addressesApi } from '../../api/addressesApi'
import { organizationAddressesApi } from '../../api/organizationAddressesApi'
import type { Row } from '../../contract'
import { useAddressLine } from '../../resources/addresses/addressLine'
import { addressPaths } from '../../resources/addresses/paths'
import { useLinkCounts } from '../../resources/kit/links'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import { useNavigateAfterDelete } from '../../ui/page/useGoBack'
import { counted } from '../../ui/value/numbers'

interface DeleteAddressProps {
  address: Row<'addresses'>
  close: () => void
}

/** Other affected records, once known. */
const useLinked = (address: number): string => {
  const { active, expired } = useLinkCounts(organizationAddressesApi, 'organizationAddresses', { address })
  if (active === undefined || expired === undefined) return ''
  if (active + expired === 0) return ', with no links to organizations'
  return `, with its ${counted(active, 'active link')} and ${counted(expired, 'expired link')} to organizations; the organizations stay`
}

/** Confirmation of an address's deletion, followed by the list (ADR-3). */
export const DeleteAddress = ({ address, close }: DeleteAddressProps) => {
  const [remove] = addressesApi.remove.useMutation()
  const leave = useNavigateAfterDelete(addressPaths.list)
  const lineOf = useAddressLine()
  const linked = useLinked(address.address_id)
  return (
    <DeleteDialog
      title="Delete Address"
      name={lineOf(address)}
      remove={() => remove(address.address_id).unwrap()}
      done={leave}
      cancel={close}
    >
      will wait in the trash{linked}.
    </DeleteDialog>
  )
}
