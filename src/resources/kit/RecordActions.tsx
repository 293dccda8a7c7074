import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { Button } from '../../ui/antd/Button'
import { Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import type { ResourceName } from '../../contract'
import { isMerged } from '../../contract/duplicatePairs'
import { isFollowable } from '../../contract/notifications'
import { LinkButton } from '../../ui/page/LinkButton'
import type { RowAction } from '../../ui/table/RowMenuList'
import { FollowButton } from './FollowButton'
import { RecordMenu } from './RecordMenu'
import { RecordNeighbours } from './RecordNeighbours'
import { IfAllowed } from './IfAllowed'

interface RecordActionsProps<N extends ResourceName> extends ComponentProps<typeof RecordNeighbours<N>> {
  /** Path of the edit form. */
  edit: string
  /** The confirmation of a deletion, lazily loaded. */
  remove: (close: () => void) => ReactNode
  /** What its menu has beside a merge. */
  more?: readonly RowAction[]
}

/** The actions and links of a record's page. */
export const RecordActions = <N extends ResourceName>({
  edit,
  remove,
  more,
  ...neighbours
}: RecordActionsProps<N>) => {
  const [isDoomed, setIsDoomed] = useState(false)
  const { resource, id }: { resource: ResourceName; id: number } = neighbours
  return (
    <>
      <RecordNeighbours {...neighbours} />
      {isFollowable(resource) && <FollowButton key={id} resource={resource} id={id} />}
      <IfAllowed to="change" of={resource}>
        <LinkButton to={edit} data-key="edit" icon={<EditOutlined aria-hidden />}>
          Edit
        </LinkButton>
      </IfAllowed>
      <IfAllowed to="remove" of={resource}>
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setIsDoomed(true)}>
          Delete
        </Button>
      </IfAllowed>
      {isMerged(resource) && <RecordMenu resource={resource} id={id} more={more} />}
      <Suspense>{isDoomed && remove(() => setIsDoomed(false))}</Suspense>
    </>
  )
}
