import { useRow } from '../../api/kit/hooks'
import { organizationName, organizationPaths } from './paths'
import { OrganizationName } from './OrganizationName'
import { RecordLink } from '../../ui/page/RecordLink'

interface OrganizationLinkProps {
  id: number
  /** Beside a form that must not be left. */
  inNewTab?: boolean
}

/** A link to an organization by name; its number until loaded. */
export const OrganizationLink = ({ id, inNewTab = false }: OrganizationLinkProps) => {
  const organization = useRow('organizations', id)
  // Trashed records have no page.
  if (organization && organization.deleted_at !== null) return <OrganizationName id={id} />
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
