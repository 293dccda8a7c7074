import { useRow } from '../../api/kit/hooks'
import { DeletedMark } from '../../ui/value/DeletedMark'
import { organizationName } from './paths'

/** An organization's name, marked if it is in the trash. */
export const OrganizationName = ({ id }: { id: number }) => {
  const organization = useRow('organizations', id)
  return (
    organization && (
      <>
        {organizationName(organization)}
        <DeletedMark since={organization.deleted_at} />
      </>
    )
  )
}
