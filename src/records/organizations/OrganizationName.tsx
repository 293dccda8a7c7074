import { useRow } from '../../api/kit/hooks'

/** What an organization is called. */
export const OrganizationName = ({ id }: { id: number }) => useRow('organizations', id)?.name
