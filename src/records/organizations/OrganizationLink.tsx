import { useRow } from '../../api/kit/hooks'
import { organizationName } from './names'
import { organizationPaths } from './paths'
import { RecordLink } from '../../ui/page/RecordLink'

interface OrganizationLinkProps {
  id: number
  /** Beside a form that is not to be left. */
  inNewTab?: boolean
}

/** The way to an organization, by its name; its number stands in until that is known. */
export const OrganizationLink = ({ id, inNewTab = false }: OrganizationLinkProps) => {
  const organization = useRow('organizations', id)
  const name = organization ? organizationName(organization) : `#${id}`
  return (
    <RecordLink
      to={organizationPaths.details(id)}
      title={name}
      {...(inNewTab && { target: '_blank', rel: 'noopener' })}
    >
      {name}
      {inNewTab && <span className="visually-hidden"> (opens in a new tab)</span>}
    </RecordLink>
  )
}
