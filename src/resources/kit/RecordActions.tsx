import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { Button } from '../../ui/antd/Button'
import { Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import type { ResourceName } from '../../contract'
import { LinkButton } from '../../ui/page/LinkButton'
import { RecordNeighbours } from './RecordNeighbours'

interface RecordActionsProps<N extends ResourceName> extends ComponentProps<typeof RecordNeighbours<N>> {
  /** Path of the edit form. */
  edit: string
  /** The confirmation of a deletion, lazily loaded. */
  remove: (close: () => void) => ReactNode
}

/** The actions and links of a record's page. */
export const RecordActions = <N extends ResourceName>({
  edit,
  remove,
  ...neighbours
}: RecordActionsProps<N>) => {
  const [isDoomed, setIsDoomed] = useState(false)
  return (
    <>
      <RecordNeighbours {...neighbours} />
      <LinkButton to={edit} data-key="edit" icon={<EditOutlined aria-hidden />}>
        Edit
      </LinkButton>
      <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setIsDoomed(true)}>
        Delete
      </Button>
      <Suspense>{isDoomed && remove(() => setIsDoomed(false))}</Suspense>
    </>
  )
}
