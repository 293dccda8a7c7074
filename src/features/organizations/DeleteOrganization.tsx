import { useRemoveOrganizationMutation } from '../../api/organizationsApi'
import type { Row } from '../../contract'
import { useFileCount } from '../../resources/files/useFileCount'
import { useNoteCount } from '../../api/notesApi'
import {
  organizationName,
  organizationPaths,
  organizationObjectId,
} from '../../resources/organizations/paths'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import { useNavigateAfterDelete } from '../../ui/page/useGoBack'
import { enumerated } from '../../ui/value/enumerated'
import type { OrganizationCounts } from './useOrganizationCounts'

interface DeleteOrganizationProps {
  organization: Row<'organizations'>
  counts: OrganizationCounts
  close: () => void
}

/** Other affected records, once all are known. */
const useLinked = (id: number, { contacts, addresses, bids, contracts, accounts }: OrganizationCounts) => {
  const objectId = organizationObjectId(id)
  const notes = useNoteCount(objectId, 'organization')
  const files = useFileCount(objectId)
  if (notes === undefined || files === undefined) return undefined
  if (contacts === undefined || addresses === undefined) return undefined
  if (bids === undefined || contracts === undefined || accounts === undefined) return undefined
  const gone = enumerated([
    [notes, 'note'],
    [files, 'file'],
  ])
  const stays = enumerated([
    [contacts, 'contact'],
    [addresses, 'address', 'addresses'],
    [bids, 'bid'],
    [contracts, 'contract'],
    [accounts, 'utility account'],
  ])
  return [
    gone ? `with its ${gone}` : 'with no notes or files',
    stays
      ? `; its ${stays} will stay`
      : '; no contacts, addresses, bids, contracts or utility accounts belong to it',
  ].join('')
}

/** Confirmation of an organization's deletion, followed by the list (ORG-7). */
export const DeleteOrganization = ({ organization, counts, close }: DeleteOrganizationProps) => {
  const [remove] = useRemoveOrganizationMutation()
  const leave = useNavigateAfterDelete(organizationPaths.list)
  const linked = useLinked(organization.organization_id, counts)
  return (
    <DeleteDialog
      title="Delete Organization"
      name={organizationName(organization)}
      remove={() => remove(organization.organization_id).unwrap()}
      done={leave}
      cancel={close}
    >
      will wait in the trash{linked && `, ${linked}`}.
    </DeleteDialog>
  )
}
