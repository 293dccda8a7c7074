import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from '../../ui/antd/Button'
import { useMemo, type ComponentType, type ReactNode } from 'react'
import type { CrudApi } from '../../api/kit/crudApi'
import { useIsAllowed } from '../../api/kit/hooks'
import { contract, nameOf, type ResourceName, type Row } from '../../contract'
import { capitalizedWords } from '../../contract/formats'
import { ListScreen, type FieldFilters } from '../../ui/list/ListScreen'
import type { ListRules } from '../../ui/list/listState'
import type { Selectable } from '../../ui/list/rowSelection'
import type { ListControl } from '../../ui/list/useListState'
import { useRowDialogs, type RowDialogs } from '../../ui/list/useRowDialogs'
import type { Column } from '../../ui/table/columns'
import { useCreateOnArrival } from '../../ui/page/creating'
import { savedViewsOf } from '../views/SavedViews'
import { listTexts, type ResourceView } from './resourceView'
import { RowActions } from '../../ui/table/RowActions'

interface PlainListProps<N extends ResourceName> {
  api: CrudApi<N>
  view: Pick<ResourceView<N>, 'noun' | 'emptyDescription'>
  columns: readonly Column<Row<N>>[]
  /** A constant. */
  dialogs: RowDialogs<Row<N>>
  /** Further actions in the header. */
  actions?: ReactNode
  /** Filter inputs in the toolbar. */
  filters?: (list: ListControl) => ReactNode
  /** The filters by fields. A constant. */
  fieldFilters?: FieldFilters
  /** Enables changes of many records at once. A constant. */
  selectable?: Selectable<Row<N>>
  /** The rules of its state, where they are not those of the contract; a stable object. */
  rules?: ListRules
  /** A further row action, before edit and delete. A constant. */
  RowAction?: ComponentType<{ row: Row<N> }>
  /** Whether a record can be deleted as it is; all can where it is left out. A constant. */
  isRemovable?: (row: Row<N>) => boolean
  /** Whether who may change and delete a record depends on the record. A constant. */
  isPersonal?: boolean
}

interface AllowedActionsProps<N extends ResourceName> {
  resource: N
  row: Row<N>
  edit: (row: Row<N>) => void
  remove: ((row: Row<N>) => void) | undefined
  children: ReactNode
}

/** The actions that the user may take with a record. */
const AllowedActions = <N extends ResourceName>({
  resource,
  row,
  edit,
  remove,
  children,
}: AllowedActionsProps<N>) => {
  const mayChange = useIsAllowed(resource, 'change', row)
  const mayRemove = useIsAllowed(resource, 'remove', row)
  return (
    <RowActions
      name={nameOf(resource, row)}
      edit={mayChange ? () => edit(row) : undefined}
      remove={mayRemove && remove ? () => remove(row) : undefined}
    >
      {children}
    </RowActions>
  )
}

/**
 * The list page of a resource whose records are created, edited and deleted in dialogs, as far as the user may (GAS-4).
 */
export const CrudList = <N extends ResourceName>({
  api,
  view,
  columns,
  dialogs,
  RowAction,
  isRemovable,
  isPersonal = false,
  ...screen
}: PlainListProps<N>) => {
  const { resource } = api
  const { create, edit, remove, dialog } = useRowDialogs(dialogs)
  useCreateOnArrival(create)
  const views = useMemo(() => savedViewsOf(resource), [resource])
  const mayCreate = useIsAllowed(resource, 'create')
  const mayChange = useIsAllowed(resource, 'change')
  const mayRemove = useIsAllowed(resource, 'remove')
  const withActions = useMemo(
    () =>
      mayChange || mayRemove || RowAction || isPersonal
        ? [
            ...columns,
            {
              key: 'actions',
              title: 'Actions',
              width: RowAction ? '92px' : '68px',
              isActions: true,
              show: (row: Row<N>) => (
                <AllowedActions
                  resource={resource}
                  row={row}
                  edit={edit}
                  remove={(isRemovable?.(row) ?? true) ? remove : undefined}
                >
                  {RowAction && <RowAction row={row} />}
                </AllowedActions>
              ),
            },
          ]
        : columns,
    [resource, columns, edit, remove, RowAction, isRemovable, isPersonal, mayChange, mayRemove],
  )
  return (
    <>
      <ListScreen
        {...listTexts(view)}
        {...screen}
        resource={resource}
        endpoint={api.list}
        columns={withActions}
        views={views}
        create={
          mayCreate && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={create}>
              Create {capitalizedWords(contract[resource].title)}
            </Button>
          )
        }
      />
      {dialog}
    </>
  )
}
