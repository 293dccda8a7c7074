import { useNavigate } from 'react-router-dom'
import type { MergedResource } from '../../contract/duplicatePairs'
import { RowMenu } from '../../ui/table/RowMenu'
import type { RowAction } from '../../ui/table/RowMenuList'
import { mergePaths } from '../merges/paths'
import { useMayMerge } from '../merges/useMayMerge'

interface RecordMenuProps {
  resource: MergedResource
  id: number
  /** What it has beside a merge. */
  more?: readonly RowAction[] | undefined
}

/** The menu of a record's page: merging another one into it (DUP-3), and what its page adds. */
export const RecordMenu = ({ resource, id, more = [] }: RecordMenuProps) => {
  const navigate = useNavigate()
  const mayMerge = useMayMerge(resource)
  const merge = { label: 'Merge with…', act: () => void navigate(mergePaths.merge(resource, id)) }
  const actions = mayMerge ? [merge, ...more] : more
  return actions.length === 0 ? null : <RowMenu name="this record" actions={actions} />
}
