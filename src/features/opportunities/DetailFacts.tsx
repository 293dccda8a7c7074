import type { Row } from '../../contract'
import { RecordFacts } from '../../resources/kit/RecordFacts'
import { opportunityFieldMeta } from '../../resources/opportunities/fieldMeta'
import { shownFields } from '../../resources/teams/teamFieldMeta'
import { isAsked, layout } from './form/values'

interface FactsProps {
  /** Undefined while loading. */
  opportunity: Row<'opportunities'> | undefined
}

const details = ['stage', 'broker_name', 'credit_request', 'team_id'] as const
/** Why a lost deal was lost stands with its stage (BOARD-2). */
const lostDetails = ['stage', 'lost_reason', 'lost_note', 'broker_name', 'credit_request', 'team_id'] as const

/** What the summary does not show yet (OPD-3). */
export const Details = ({ opportunity }: FactsProps) => (
  <RecordFacts
    title="Details"
    of={opportunityFieldMeta}
    names={shownFields(opportunity?.stage === 'lost' ? lostDetails : details, opportunity?.team_id)}
    row={opportunity}
  />
)

const source = layout.sections.source.fields

/** A direct deal has no source fee, and elsewhere an empty one is meaningless. */
const isTold = (name: (typeof source)[number], opportunity: Row<'opportunities'>) =>
  isAsked(name, opportunity) && !(name === 'source_fee' && opportunity.source_fee === 0)

/** The source of the deal (OPN-4); empty fields are collapsed. */
export const Source = ({ opportunity }: FactsProps) => (
  <RecordFacts
    title="Source"
    of={opportunityFieldMeta}
    names={source.filter((name) => !opportunity || isTold(name, opportunity))}
    row={opportunity}
    folds
  />
)
