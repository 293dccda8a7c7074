import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { Button } from '../../ui/antd/Button'
import { useState } from 'react'
import { addressesApi } from '../../api/addressesApi'
import type { Row } from '../../contract'
import { useAddressLine } from '../../resources/addresses/addressLine'
import { addressPaths, type AddressTab } from '../../resources/addresses/paths'
import { FollowButton } from '../../resources/kit/FollowButton'
import { RecordNeighbours } from '../../resources/kit/RecordNeighbours'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { LinkButton } from '../../ui/page/LinkButton'
import { IfAllowed } from '../../resources/kit/IfAllowed'

const DeleteAddress = lazyDialog(async () => (await import('./DeleteAddress')).DeleteAddress)

interface DetailActionsProps {
  address: Row<'addresses'>
  /** The neighbours open at the same tab. */
  tab: AddressTab
}

/** The actions and links of an address's page (ADR-3). */
export const DetailActions = ({ address, tab }: DetailActionsProps) => {
  const [isDoomed, setIsDoomed] = useState(false)
  const lineOf = useAddressLine()
  const { address_id: id } = address
  return (
    <>
      <RecordNeighbours
        resource="addresses"
        endpoint={addressesApi.list}
        id={id}
        nameOf={lineOf}
        pathOf={(other) => addressPaths.tab(other, tab)}
      />
      <FollowButton key={id} resource="addresses" id={id} />
      <IfAllowed to="change" of="addresses">
        <LinkButton to={addressPaths.edit(id)} data-key="edit" icon={<EditOutlined aria-hidden />}>
          Edit
        </LinkButton>
      </IfAllowed>
      <IfAllowed to="remove" of="addresses">
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setIsDoomed(true)}>
          Delete
        </Button>
      </IfAllowed>
      {isDoomed && <DeleteAddress address={address} close={() => setIsDoomed(false)} />}
    </>
  )
}
