import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { Button } from '../antd/Button'
import type { ReactNode } from 'react'

interface RowActionsProps {
  /** The row's name, for screen readers. */
  name: string
  /** Undefined where the user may not. */
  edit: (() => void) | undefined
  remove: (() => void) | undefined
  /** What `remove` does, where the row's own record stays. */
  removeLabel?: string
  /** Further actions, before these. */
  children?: ReactNode
}

/** The actions of a list row. */
export const RowActions = ({ name, edit, remove, removeLabel = 'Delete', children }: RowActionsProps) => (
  <span className="row-actions">
    {children}
    {edit && (
      <Button
        type="text"
        size="small"
        icon={<EditOutlined aria-hidden />}
        aria-label={`Edit ${name}`}
        title="Edit"
        onClick={edit}
      />
    )}
    {remove && (
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`${removeLabel} ${name}`}
        title={removeLabel}
        onClick={remove}
      />
    )}
  </span>
)
