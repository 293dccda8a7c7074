import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { Suspense, useState, type ComponentType, type ReactNode } from 'react'
import type { CrudApi } from '../../api/kit/crudApi'
import { useAppSelector, useHiddenFields, useIsAllowed } from '../../api/kit/hooks'
import { contract, idOf, nameOf, type ResourceName, type Row } from '../../contract'
import { isFollowable } from '../../contract/notifications'
import { Button } from '../../ui/antd/Button'
import type { RowDialogs } from '../../ui/list/useRowDialogs'
import { useNavigateAfterDelete } from '../../ui/page/useGoBack'
import { PageHeader } from '../../ui/page/PageHeader'
import type { FieldName, RecordFieldMeta } from './fieldMeta'
import { FollowButton } from './FollowButton'
import { HistorySection } from './HistorySection'
import { RecordFacts } from './RecordFacts'
import { RecordMetadata } from './RecordMetadata'
import { pageKind, RecordPage } from './RecordPage'
import { titleOf, type ResourceView } from './resourceView'

interface CrudDetailProps<N extends ResourceName, K extends FieldName<N>> {
  api: CrudApi<N>
  view: Pick<ResourceView<N>, 'resource' | 'noun' | 'list' | 'menu'>
  fieldMeta: RecordFieldMeta<N, K>
  /** The fields, in order. */
  facts: readonly NoInfer<K>[]
  dialogs: RowDialogs<Row<N>>
  /** A further action, before edit and delete. */
  RowAction?: ComponentType<{ row: Row<N> }>
  /** Whether a record can be deleted as it is; all can where it is left out. */
  isRemovable?: (row: Row<N>) => boolean
  /** Leaves out empty fields until they are asked for. */
  folds?: boolean
  /** What else its page shows. */
  children?: (row: Row<N>) => ReactNode
}

const Detail = <N extends ResourceName, K extends FieldName<N>>({
  view,
  fieldMeta,
  facts,
  dialogs: { Edit, Delete },
  RowAction,
  isRemovable = () => true,
  folds = false,
  children,
  row,
}: CrudDetailProps<N, K> & { row: Row<N> }) => {
  const resource: ResourceName = view.resource
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const visited = useAppSelector(({ visitedLists }) => visitedLists[view.resource]?.address)
  const list = visited ?? view.menu?.to ?? view.list ?? '/'
  const leave = useNavigateAfterDelete(list)
  const close = () => setOpen(null)
  const hidden = useHiddenFields(view.resource)
  const mayChange = useIsAllowed(view.resource, 'change', row)
  const mayRemove = useIsAllowed(view.resource, 'remove', row)
  return (
    <>
      <PageHeader
        title={nameOf(view.resource, row)}
        trail={[{ label: titleOf(view), to: list }]}
        actions={
          <>
            {RowAction && <RowAction row={row} />}
            {isFollowable(resource) && <FollowButton resource={resource} id={idOf(view.resource, row)} />}
            {mayChange && (
              <Button data-key="edit" icon={<EditOutlined aria-hidden />} onClick={() => setOpen('edit')}>
                Edit
              </Button>
            )}
            {mayRemove && isRemovable(row) && (
              <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setOpen('delete')}>
                Delete
              </Button>
            )}
          </>
        }
      />
      <div className="stack record-parts">
        <RecordFacts
          title={contract[view.resource].title}
          of={fieldMeta}
          names={facts.filter((name) => !hidden.includes(name))}
          row={row}
          folds={folds}
        />
        {children?.(row)}
        <RecordMetadata of={fieldMeta as RecordFieldMeta<N>} row={row} />
        <HistorySection of={fieldMeta as RecordFieldMeta<N>} row={row} />
      </div>
      <Suspense>
        {open === 'edit' && <Edit row={row} close={close} />}
        {open === 'delete' && <Delete row={row} close={close} done={leave} />}
      </Suspense>
    </>
  )
}

/** The page of a record that is edited and deleted in dialogs: its fields, and who changed it. */
export const CrudDetail = <N extends ResourceName, K extends FieldName<N>>(props: CrudDetailProps<N, K>) => (
  <RecordPage of={pageKind(props.view, props.api.row)}>{(row) => <Detail {...props} row={row} />}</RecordPage>
)
