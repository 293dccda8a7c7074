import { Link } from 'react-router-dom'
import { useRow } from '../../api/kit/hooks'
import { opportunityPaths } from './paths'

/** The way to an opportunity, by its name; its number stands in until that is known. */
export const OpportunityLink = ({ id }: { id: number }) => {
  const name = useRow('opportunities', id)?.opportunity_name ?? `#${id}`
  return (
    <Link to={opportunityPaths.details(id)} title={name}>
      {name}
    </Link>
  )
}
