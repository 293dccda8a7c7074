import type { Row } from '../../contract'
import { BidsTable } from '../bids/public'
import { NotesPanel } from '../notes/public'
import { DetailTables } from './DetailTables'
import { objectIdOf } from './objectId'

interface DetailsTabProps {
  id: number
  /** Undefined before anything is known of it. */
  opportunity: Row<'opportunities'> | undefined
}

/** What an opportunity is, its bids, and its notes last: they alone may turn out longer than the place kept for them. */
export const DetailsTab = ({ id, opportunity }: DetailsTabProps) => (
  <div className="detail-parts">
    <DetailTables opportunity={opportunity} />
    {opportunity?.notes && (
      <section aria-label="Summary" className="detail-summary">
        <h2>Summary</h2>
        <p>{opportunity.notes}</p>
      </section>
    )}
    <BidsTable opportunityId={id} bidIds={opportunity?.bids} />
    <NotesPanel objectId={objectIdOf(id)} model="opportunity" />
  </div>
)
