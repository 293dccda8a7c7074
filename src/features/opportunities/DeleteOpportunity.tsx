import { useNavigate } from 'react-router-dom'
import { useRemoveOpportunityMutation } from '../../api/opportunitiesApi'
import type { Row } from '../../contract'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import { counted } from '../../ui/numbers'
import { useFileCount } from '../files/public'
import { useNoteCount } from '../notes/public'
import { objectIdOf } from './objectId'
import { listPath } from './trail'

interface DeleteOpportunityProps {
  opportunity: Row<'opportunities'>
  close: () => void
}

const enumeration = new Intl.ListFormat('en-US')

/** What the deletion touches, once all of it is known. */
const useLinked = ({ opportunity_id, bids, organizations }: Row<'opportunities'>): string | undefined => {
  const objectId = objectIdOf(opportunity_id)
  const notes = useNoteCount(objectId, 'opportunity')
  const files = useFileCount(objectId)
  if (notes === undefined || files === undefined) return undefined
  const going = [
    [bids.length, 'bid'],
    [notes, 'note'],
    [files, 'file'],
  ] as const
  const gone = going.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun))
  const stays = counted(organizations.length, 'organization')
  return [
    gone.length ? `with its ${enumeration.format(gone)}` : 'with no bids, notes or files',
    organizations.length ? `; its ${stays} will stay` : '',
  ].join('')
}

/** Asks before an opportunity is deleted, and then goes to the list (OPD-2, OPD-11). */
export const DeleteOpportunity = ({ opportunity, close }: DeleteOpportunityProps) => {
  const [remove] = useRemoveOpportunityMutation()
  const navigate = useNavigate()
  const linked = useLinked(opportunity)
  return (
    <DeleteDialog
      title="Delete Opportunity"
      name={opportunity.opportunity_name}
      remove={() => remove(opportunity.opportunity_id).unwrap()}
      done={() => void navigate(listPath)}
      cancel={close}
    >
      will wait in the trash{linked && `, ${linked}`}.
    </DeleteDialog>
  )
}
