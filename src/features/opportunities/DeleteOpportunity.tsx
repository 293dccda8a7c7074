import { useRemoveOpportunityMutation } from '../../api/opportunitiesApi'
import type { Row } from '../../contract'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import { useNavigateAfterDelete } from '../../ui/page/useGoBack'
import { enumerated } from '../../ui/value/enumerated'
import { counted } from '../../ui/value/numbers'
import { useFileCount } from '../../resources/files/useFileCount'
import { useNoteCount } from '../../api/notesApi'
import { objectIdOf, opportunityPaths } from '../../resources/opportunities/paths'

interface DeleteOpportunityProps {
  opportunity: Row<'opportunities'>
  close: () => void
}

/** Other affected records, once all are known. */
const useLinked = ({ opportunity_id, bids, organizations }: Row<'opportunities'>): string | undefined => {
  const objectId = objectIdOf(opportunity_id)
  const notes = useNoteCount(objectId, 'opportunity')
  const files = useFileCount(objectId)
  if (notes === undefined || files === undefined) return undefined
  const gone = enumerated([
    [bids.length, 'bid'],
    [notes, 'note'],
    [files, 'file'],
  ])
  const stays = counted(organizations.length, 'organization')
  return [
    gone ? `with its ${gone}` : 'with no bids, notes or files',
    organizations.length ? `; its ${stays} will stay` : '',
  ].join('')
}

/** Confirmation of an opportunity's deletion, followed by the list (OPD-2, OPD-11). */
export const DeleteOpportunity = ({ opportunity, close }: DeleteOpportunityProps) => {
  const [remove] = useRemoveOpportunityMutation()
  const leave = useNavigateAfterDelete(opportunityPaths.list)
  const linked = useLinked(opportunity)
  return (
    <DeleteDialog
      title="Delete Opportunity"
      name={opportunity.opportunity_name}
      remove={() => remove(opportunity.opportunity_id).unwrap()}
      done={leave}
      cancel={close}
    >
      will wait in the trash{linked && `, ${linked}`}.
    </DeleteDialog>
  )
}
