import { Link } from 'react-router-dom'
import { useRightRefusal, useRows, useSeenIds } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import type { ReadinessLine } from '../../contract/gas/choices'
import { bidPaths } from '../../resources/bids/paths'
import { opportunityPaths } from '../../resources/opportunities/paths'
import { readinessNames } from '../../resources/opportunities/readinessNames'
import { organizationPaths } from '../../resources/organizations/paths'
import { utilityAccountPaths } from '../../resources/utilityAccounts/paths'
import { DescriptionList } from '../../ui/value/DescriptionList'

type Opportunity = Row<'opportunities'>

/** What mends a line that is missing, and where; an opportunity without a bid has no accounts, and nothing to price. */
function mendingOf(
  line: ReadinessLine,
  { opportunity_id: id, bids }: Opportunity,
  organizations: readonly number[],
  account: number | undefined,
): readonly [text: string, to: string] {
  const [only, ...more] = organizations
  const isOne = only !== undefined && more.length === 0
  const onTab = opportunityPaths.tab(id, 'organizations')
  const needsBid = ['usage', 'legal_entity', 'meters'].includes(line)
  if (needsBid && bids.length === 0) return ['Create a bid', bidPaths.create(id)]
  const accounts = isOne ? `${utilityAccountPaths.list}?organization=${only}` : utilityAccountPaths.list
  switch (line) {
    case 'loa':
      return ['Add a current LOA', opportunityPaths.tab(id, 'files')]
    case 'usage':
      return ['Enter twelve months', accounts]
    case 'legal_entity':
      return ['Enter a tax ID', isOne ? organizationPaths.edit(only) : onTab]
    case 'meters':
      return ['Add meter and address', account === undefined ? accounts : utilityAccountPaths.path(account)]
    case 'credit':
      return ['Request credit', onTab]
    case 'contact':
      return ['Add a work email', isOne ? organizationPaths.tab(only, 'contacts') : onTab]
  }
}

/** The one utility account that the bids price; undefined where there are several, or none. */
const onlyAccountOf = (bids: readonly Row<'bids'>[]) => {
  const [only, ...more] = new Set(bids.flatMap(({ utility_accounts }) => utility_accounts))
  return more.length === 0 ? only : undefined
}

const noIds: readonly number[] = []
const bar = <span className="bar" />

/** How ready an opportunity is to be priced: each line, done or with a link that mends it; it blocks nothing (RDY-2). */
export const ReadyToPrice = ({ opportunity }: { opportunity: Opportunity | undefined }) => {
  const readsOnly = useRightRefusal('write') !== null
  const organizations = useSeenIds('organizations', opportunity?.organizations ?? noIds)
  const bids = useRows('bids', opportunity?.bids ?? noIds)
  // Those of bids that are not seen are not known.
  const account = bids.length === opportunity?.bids.length ? onlyAccountOf(bids) : undefined
  const missing = opportunity && new Set(opportunity.ready_missing)
  const valueOf = (line: ReadinessLine) => {
    if (!opportunity || !missing || opportunity.ready_score === null) return bar
    if (!missing.has(line)) return 'Done'
    if (readsOnly) return 'Missing'
    const [text, to] = mendingOf(line, opportunity, organizations, account)
    return <Link to={to}>{text}</Link>
  }
  const score = opportunity?.ready_score ?? null
  return (
    <DescriptionList
      title={score === null ? 'Ready to price' : `Ready to price: ${score} of 100`}
      facts={Object.entries(readinessNames).map(([line, label]) => ({
        label,
        value: valueOf(line as ReadinessLine),
      }))}
    />
  )
}
