import { useRow } from '../../api/kit/hooks'
import { organizationName, organizationPaths } from './paths'
import { OrganizationName } from './OrganizationName'
import { isNameOnly } from '../../store/nameOnly'
import { RecordLink } from '../../ui/page/RecordLink'

interface OrganizationLinkProps {
  id: number
  /** Beside a form that must not be left. */
  inNewTab?: boolean
}

/** A link to an organization by name; its number until loaded. */
export const OrganizationLink = ({ id, inNewTab = false }: OrganizationLinkProps) => {
  const organization = useRow('organizations', id)
  // Trashed records have no page, nor do those that the user does not see.
  if (organization && (organization.deleted_at !== null || isNameOnly(organization)))
    return <OrganizationName id={id} />
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
