import { useRow } from '../../api/kit/hooks'
import { RecordName } from '../kit/RecordName'
import { opportunityPaths } from './paths'
import { RecordLink } from '../../ui/page/RecordLink'

/** A link to an opportunity by name; its number until loaded. */
export const OpportunityLink = ({ id }: { id: number }) => {
  const opportunity = useRow('opportunities', id)
  // Trashed records have no page.
  if (opportunity && opportunity.deleted_at !== null) return <RecordName resource="opportunities" id={id} />
  const name = opportunity?.opportunity_name ?? `#${id}`
  return (
    <RecordLink to={opportunityPaths.details(id)} title={name}>
      {name}
    </RecordLink>
  )
}
