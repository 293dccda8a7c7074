import type { Row } from '../../contract'
import { BidsTable } from '../../resources/bids/BidsTable'
import { NotesPanel } from '../../resources/notes/NotesPanel'
import { RecordMetadata } from '../../resources/kit/RecordMetadata'
import { opportunityFieldMeta } from '../../resources/opportunities/fieldMeta'
import { Details, Source } from './DetailFacts'
import { objectIdOf } from '../../resources/opportunities/paths'
import { ReadyToPrice } from './ReadyToPrice'
import { WhatIsNext } from './WhatIsNext'

interface DetailsTabProps {
  id: number
  /** Undefined until loaded. */
  opportunity: Row<'opportunities'> | undefined
}

/** An opportunity's details with its readiness and its notes beside them, its bids and its metadata. */
export const DetailsTab = ({ id, opportunity }: DetailsTabProps) => (
  <div className="record-parts stack">
    <div className="opportunity-head stack">
      <div className="record-parts stack">
        <Details opportunity={opportunity} />
        <Source opportunity={opportunity} />
        {opportunity?.notes && (
          <section aria-label="Summary" className="record-part detail-summary">
            <h2>Summary</h2>
            <p>{opportunity.notes}</p>
          </section>
        )}
        <WhatIsNext id={id} opportunity={opportunity} />
      </div>
      <div className="record-parts stack">
        <ReadyToPrice opportunity={opportunity} />
        <NotesPanel objectId={objectIdOf(id)} model="opportunity" />
      </div>
    </div>
    <BidsTable opportunityId={id} bidIds={opportunity?.bids} />
    <RecordMetadata of={opportunityFieldMeta} row={opportunity} />
  </div>
)
