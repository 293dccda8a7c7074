import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { Button } from '../button/Button'
import type { ReactNode } from 'react'

interface RowActionsProps {
  /** What the row is called, for screen readers. */
  name: string
  /** Undefined where whoever looks may not. */
  edit: (() => void) | undefined
  remove: (() => void) | undefined
  /** What else, before these. */
  children?: ReactNode
}

/** What can be done with a row of a list. */
export const RowActions = ({ name, edit, remove, children }: RowActionsProps) => (
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
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={remove}
      />
    )}
  </span>
)
