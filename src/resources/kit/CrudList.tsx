import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from '../../ui/antd/Button'
import { useMemo, type ComponentType, type ReactNode } from 'react'
import type { CrudApi } from '../../api/kit/crudApi'
import { contract, nameOf, type ResourceName, type Row } from '../../contract'
import { ListScreen } from '../../ui/list/ListScreen'
import type { ListControl } from '../../ui/list/useListState'
import { useRowDialogs, type RowDialogs } from '../../ui/list/useRowDialogs'
import type { Column } from '../../ui/table/columns'
import { useCreateOnArrival } from '../../ui/page/creating'
import { listTexts, type ResourceView } from './resourceView'
import { RowActions } from '../../ui/table/RowActions'

interface PlainListProps<N extends ResourceName> {
  api: CrudApi<N>
  view: Pick<ResourceView<N>, 'noun' | 'emptyDescription'>
  columns: readonly Column<Row<N>>[]
  /** A constant. */
  dialogs: RowDialogs<Row<N>>
  /** Filter inputs in the toolbar. */
  filters?: (list: ListControl) => ReactNode
  /** A further row action, before edit and delete. A constant. */
  RowAction?: ComponentType<{ row: Row<N> }>
}

/** The list page of a resource whose records are created, edited and deleted in dialogs. */
export const CrudList = <N extends ResourceName>({
  api,
  view,
  columns,
  dialogs,
  RowAction,
  ...screen
}: PlainListProps<N>) => {
  const { resource } = api
  const { create, edit, remove, dialog } = useRowDialogs(dialogs)
  useCreateOnArrival(create)
  const withActions = useMemo(
    () => [
      ...columns,
      {
        key: 'actions',
        title: 'Actions',
        width: RowAction ? '92px' : '68px',
        isActions: true,
        show: (row: Row<N>) => (
          <RowActions name={nameOf(resource, row)} edit={() => edit(row)} remove={() => remove(row)}>
            {RowAction && <RowAction row={row} />}
          </RowActions>
        ),
      },
    ],
    [resource, columns, edit, remove, RowAction],
  )
  return (
    <>
      <ListScreen
        {...listTexts(view)}
        {...screen}
        resource={resource}
        endpoint={api.list}
        columns={withActions}
        create={
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={create}>
            Create {contract[resource].title}
          </Button>
        }
      />
      {dialog}
    </>
  )
}
