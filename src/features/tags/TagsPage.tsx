import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import { lazy, Suspense, useMemo, useState } from 'react'
import { tagsApi } from '../../api/tagsApi'
import { contract, type Row } from '../../contract'
import { ColumnMenu } from '../../ui/ColumnMenu'
import { ListToolbar } from '../../ui/ListToolbar'
import { PageHeader } from '../../ui/PageHeader'
import { Pagination } from '../../ui/Pagination'
import { ResourceTable } from '../../ui/ResourceTable'
import { useColumns } from '../../ui/useColumns'
import { useListState } from '../../ui/useListState'
import { useResourceList } from '../../ui/useResourceList'
import { columns } from './columns'

const TagDialog = lazy(async () => ({ default: (await import('./TagDialog')).TagDialog }))
const DeleteTag = lazy(async () => ({ default: (await import('./DeleteTag')).DeleteTag }))

type Open = { dialog: 'create' } | { dialog: 'edit' | 'delete'; tag: Row<'tags'> }

/** /mpg/tags (TAG-1) */
export const Page = () => {
  const [open, setOpen] = useState<Open | null>(null)
  const list = useListState(contract.tags)
  const answered = useResourceList('tags', tagsApi.endpoints.tagsList, list)
  const close = () => setOpen(null)
  const allColumns = useMemo(
    () =>
      columns({
        edit: (tag) => setOpen({ dialog: 'edit', tag }),
        remove: (tag) => setOpen({ dialog: 'delete', tag }),
      }),
    [],
  )
  const columnsShown = useColumns('tags', allColumns)

  const createButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen({ dialog: 'create' })}>
      Create Tag
    </Button>
  )

  return (
    <>
      <PageHeader title="Tags" actions={createButton} />
      <ListToolbar list={list} searchLabel="Search tags">
        <ColumnMenu columns={columnsShown} />
      </ListToolbar>
      <ResourceTable
        noun="tags"
        columns={columnsShown.shown}
        moveEdge={columnsShown.moveEdge}
        idOf={(row) => row.tag_id}
        list={list}
        answered={answered}
        whenEmpty={createButton}
      />
      <Pagination list={list} answered={answered} />
      <Suspense>
        {open?.dialog === 'create' && <TagDialog close={close} />}
        {open?.dialog === 'edit' && <TagDialog tag={open.tag} close={close} />}
        {open?.dialog === 'delete' && <DeleteTag tag={open.tag} close={close} />}
      </Suspense>
    </>
  )
}
