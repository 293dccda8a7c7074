import type { Row } from '../../contract'
import { fieldMetaOf } from '../../resources/kit/fieldMeta'
import { factOf } from '../../resources/kit/RecordFacts'
import { opportunityFieldMeta } from '../../resources/opportunities/fieldMeta'
import { DueText } from '../../ui/value/DueText'
import { formatNumber } from '../../ui/value/numbers'
import { Summary } from '../../ui/value/Summary'

const names = [
  'sales_annual_volume_manual',
  'pricing_due_date',
  'broker_fee',
  'sales_represented',
  'bids',
] as const

/** Zero bids are a value, too. */
const valueIn = (name: (typeof names)[number], opportunity: Row<'opportunities'>) =>
  name === 'bids' ? formatNumber(opportunity.bids.length) : factOf(opportunityFieldMeta, name, opportunity)

/** The due date always has a second line, so that the layout does not shift when it is loaded. */
const noteOf = (name: (typeof names)[number], opportunity: Row<'opportunities'> | undefined) => {
  if (name !== 'pricing_due_date') return undefined
  if (!opportunity) return <span className="bar" />
  const { pricing_due_date: due } = opportunity
  return due === null ? 'No date yet' : <DueText value={due} />
}

/** The key facts of a deal: volume, due date, fee, owner, and number of bids (OPD-3); no list repeats them. */
export const DetailSummary = ({ opportunity }: { opportunity: Row<'opportunities'> | undefined }) => (
  <Summary
    label="At a glance"
    facts={names.map((name) => ({
      label: fieldMetaOf(opportunityFieldMeta, name).label,
      value: opportunity ? valueIn(name, opportunity) : <span className="bar" />,
      note: noteOf(name, opportunity),
    }))}
  />
)
