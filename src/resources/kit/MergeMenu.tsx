import { useNavigate } from 'react-router-dom'
import type { MergedResource } from '../../contract/duplicatePairs'
import { RowMenu } from '../../ui/table/RowMenu'
import { mergePaths } from '../merges/paths'
import { useMayMerge } from '../merges/useMayMerge'

/** The menu of a record's page: merging another one into it (DUP-3). */
export const MergeMenu = ({ resource, id }: { resource: MergedResource; id: number }) => {
  const navigate = useNavigate()
  if (!useMayMerge(resource)) return null
  return (
    <RowMenu
      name="this record"
      actions={[{ label: 'Merge with…', act: () => void navigate(mergePaths.merge(resource, id)) }]}
    />
  )
}
