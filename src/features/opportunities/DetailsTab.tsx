import type { Row } from '../../contract'
import { Later } from '../../ui/page/Later'
import { BidsTable } from '../../records/bids/BidsTable'
import { NotesPanel } from '../../records/notes/NotesPanel'
import { RecordMetadata } from '../../records/kit/RecordMetadata'
import { opportunityFaces } from '../../records/opportunities/faces'
import { Details, Source } from './DetailFacts'
import { objectIdOf } from '../../records/opportunities/objectId'

interface DetailsTabProps {
  id: number
  /** Undefined until loaded. */
  opportunity: Row<'opportunities'> | undefined
}

/** An opportunity's details, bids, notes and metadata. */
export const DetailsTab = ({ id, opportunity }: DetailsTabProps) => (
  <div className="record-parts">
    <Details opportunity={opportunity} />
    <Source opportunity={opportunity} />
    {opportunity?.notes && (
      <section aria-label="Summary" className="record-part detail-summary">
        <h2>Summary</h2>
        <p>{opportunity.notes}</p>
      </section>
    )}
    <Later>
      <BidsTable opportunityId={id} bidIds={opportunity?.bids} />
      <NotesPanel objectId={objectIdOf(id)} model="opportunity" />
      <RecordMetadata of={opportunityFaces} row={opportunity} />
    </Later>
  </div>
)
