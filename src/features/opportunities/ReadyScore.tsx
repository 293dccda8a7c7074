import type { Row } from '../../contract'
import { readinessText } from '../../resources/opportunities/readinessNames'
import { Tip } from '../../ui/value/Tip'

/** How ready an opportunity is to be priced; what it lacks is told on hover and focus (RDY-3). */
export const ReadyScore = ({
  row: { ready_score: score, ready_missing: missing },
}: {
  row: Pick<Row<'opportunities'>, 'ready_score' | 'ready_missing'>
}) => {
  if (score === null) return <span className="quiet">–</span>
  if (missing.length === 0) return score
  const text = `Missing: ${readinessText(missing)}`
  return (
    <Tip label={`${score}. ${text}`} tip={text}>
      {score}
    </Tip>
  )
}
