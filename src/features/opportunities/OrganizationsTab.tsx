import { useRows } from '../../api/hooks'
import { EmptyState } from '../../ui/EmptyState'

/** The legal entities of an opportunity. */
export const OrganizationsTab = ({ ids }: { ids: readonly number[] }) => {
  const organizations = useRows('organizations', ids)
  if (ids.length === 0) return <EmptyState title="There is no data." />
  return (
    <ul className="detail-organizations">
      {organizations.map(({ organization_id, name }) => (
        <li key={organization_id}>{name}</li>
      ))}
    </ul>
  )
}
