import { useState } from 'react'
import { useIsAllowed, useRightRefusal } from '../../../api/kit/hooks'
import { contract, fieldOf, nameOf, type ResourceName, type Row } from '../../../contract'
import { isBulkList, type BulkList } from '../../../contract/bulkChanges'
import { isMerged } from '../../../contract/duplicatePairs'
import { isRelation } from '../../../contract/fields'
import { Button } from '../../../ui/antd/Button'
import { lazyDialog } from '../../../ui/dialog/lazyDialog'
import type { Selectable } from '../../../ui/list/rowSelection'
import { LinkButton } from '../../../ui/page/LinkButton'
import { mergePaths } from '../../merges/paths'
import type { RecordFieldMeta } from '../fieldMeta'
import type { BulkSelected } from './useBulkBegin'

const EditDialog = lazyDialog(async () => (await import('./EditDialog')).EditDialog)
const MoveDialog = lazyDialog(async () => (await import('./MoveDialog')).MoveDialog)

/** The field of a list that leads to a resource, such as its tags; undefined without one. */
const fieldTo = (list: BulkList, to: ResourceName): string | undefined =>
  contract[list].bulk.find((name) => {
    const field = fieldOf(list, name)
    return isRelation(field) && field.to === to
  })

interface BulkActionsProps extends BulkSelected {
  of: RecordFieldMeta<ResourceName, never>
}

/** The actions on the selected records of a list (BULK-6). */
const BulkActions = ({ of, ...selected }: BulkActionsProps) => {
  const { list, selection } = selected
  const { isAll } = selection
  // The older one is kept, as it is proposed.
  const [one = 0, other, ...more] = selection.ids.toSorted((a, b) => a - b)
  const [open, setOpen] = useState<'delete' | { field: string | null } | null>(null)
  const mayChange = useIsAllowed(list, 'change')
  const mayRemove = useIsAllowed(list, 'remove')
  const mayRemoveMany = useRightRefusal('bulk_delete') === null
  const shortcuts = { Tags: fieldTo(list, 'tags'), Assign: fieldTo(list, 'users') }
  const close = () => setOpen(null)
  return (
    <>
      {mayChange && (
        <>
          <Button size="small" aria-haspopup="dialog" onClick={() => setOpen({ field: null })}>
            Edit
          </Button>
          {Object.entries(shortcuts).map(
            ([label, field]) =>
              field !== undefined && (
                <Button key={label} size="small" aria-haspopup="dialog" onClick={() => setOpen({ field })}>
                  {label}
                </Button>
              ),
          )}
        </>
      )}
      {mayRemove && mayRemoveMany && (
        <Button size="small" danger aria-haspopup="dialog" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {isMerged(list) && mayChange && mayRemove && !isAll && other !== undefined && more.length === 0 && (
        <LinkButton size="small" to={mergePaths.merge(list, one, other)}>
          Merge
        </LinkButton>
      )}
      {open === 'delete' && <MoveDialog {...selected} action="delete" close={close} />}
      {open !== null && open !== 'delete' && (
        <EditDialog {...selected} of={of} fixed={open.field} close={close} />
      )}
    </>
  )
}

/** What a list needs for changes of many records at once (BULK-6). A constant of the page. */
export const bulkSelectionOf = <N extends BulkList>(
  of: RecordFieldMeta<N, never>,
  rowName: (row: Row<N>) => string = (row) => nameOf(of.resource, row),
): Selectable<Row<N>> => ({
  isSelectable: () => true,
  nameOf: rowName,
  takesAll: true,
  actions: (selection, shown) => (
    <BulkActions of={of} list={of.resource} selection={selection} shown={shown} />
  ),
})

const RestoreAction = (selected: BulkSelected) => {
  const [isOpen, setIsOpen] = useState(false)
  if (!useIsAllowed(selected.list, 'remove')) return null
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Restore
      </Button>
      {isOpen && <MoveDialog {...selected} action="restore" close={() => setIsOpen(false)} />}
    </>
  )
}

/** The same for the trash of a resource; undefined where its records are restored one by one. */
export const trashSelectionOf = <N extends ResourceName>(
  resource: N,
  rowName: (row: Row<N>) => string,
): Selectable<Row<N>> | undefined => {
  const list: ResourceName = resource
  if (!isBulkList(list)) return undefined
  return {
    isSelectable: () => true,
    nameOf: rowName,
    takesAll: true,
    actions: (selection, shown) => <RestoreAction list={list} selection={selection} shown={shown} />,
  }
}
