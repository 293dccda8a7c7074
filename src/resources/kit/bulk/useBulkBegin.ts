import { useBeginBulkChangeMutation } from '../../../api/bulkChangesApi'
import type { BulkAction, BulkList, BulkOrder } from '../../../contract/bulkChanges'
import { useRequestKeys } from '../../../ui/form/useRequestKeys'
import type { RowSelection, ShownList } from '../../../ui/list/rowSelection'

/** The selected records of a list. */
export interface BulkSelected {
  list: BulkList
  selection: RowSelection
  shown: ShownList
}

/** How many records are selected. */
export const selectedCount = ({ selection, shown }: BulkSelected): number =>
  selection.isAll ? shown.count : selection.ids.length

/** Begins a change of the selected records, and ends their selection. Rejects with the ApiError of a refusal. */
export const useBulkBegin = ({ list, selection, shown }: BulkSelected) => {
  const [begin] = useBeginBulkChangeMutation()
  const keyFor = useRequestKeys()
  return async (
    action: BulkAction,
    field: string | null = null,
    value: unknown = null,
    along: BulkOrder['along'] = {},
  ): Promise<void> => {
    const call = {
      order: { list, action, field, value, along },
      selection: selection.isAll ? { query: shown.params, count: shown.count } : { ids: selection.ids },
    }
    await begin({ ...call, key: keyFor(call) }).unwrap()
    selection.clear()
  }
}
