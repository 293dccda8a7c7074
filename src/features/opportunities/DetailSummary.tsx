import type { Row } from '../../contract'
import { faceOf } from '../../records/kit/face'
import { AnyTime } from '../../records/kit/RecordFacts'
import { valueOf } from '../../records/kit/valueOf'
import { opportunityFaces } from '../../records/opportunities/faces'
import { isDay } from '../../ui/value/dates'
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

const Until = ({ due }: { due: string }) => (
  <>
    <DueText value={due} />
    {isDay(due) && (
      <>
        {' ·'}
        <AnyTime />
      </>
    )}
  </>
)

/** No bids are a number, too. */
const valueIn = (name: (typeof names)[number], opportunity: Row<'opportunities'>) =>
  name === 'bids' ? formatNumber(opportunity.bids.length) : valueOf(opportunityFaces, name, opportunity)

/** The due date always has its line below, so that nothing moves when it comes to be known. */
const noteOf = (name: (typeof names)[number], opportunity: Row<'opportunities'> | undefined) => {
  if (name !== 'pricing_due_date') return undefined
  if (!opportunity) return <span className="bar" />
  const { pricing_due_date: due } = opportunity
  return due === null ? 'No date yet' : <Until due={due} />
}

/** What one opens a deal for: how much, until when, at what fee, whose it is, and how many bids there are. */
export const DetailSummary = ({ opportunity }: { opportunity: Row<'opportunities'> | undefined }) => (
  <Summary
    label="At a glance"
    facts={names.map((name) => ({
      label: faceOf(opportunityFaces, name).label,
      value: opportunity ? valueIn(name, opportunity) : <span className="bar" />,
      note: noteOf(name, opportunity),
    }))}
  />
)
