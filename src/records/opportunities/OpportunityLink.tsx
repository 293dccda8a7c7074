import { useRow } from '../../api/kit/hooks'
import { opportunityPaths } from './paths'
import { RecordLink } from '../../ui/page/RecordLink'

/** The way to an opportunity, by its name; its number stands in until that is known. */
export const OpportunityLink = ({ id }: { id: number }) => {
  const name = useRow('opportunities', id)?.opportunity_name ?? `#${id}`
  return (
    <RecordLink to={opportunityPaths.details(id)} title={name}>
      {name}
    </RecordLink>
  )
}
