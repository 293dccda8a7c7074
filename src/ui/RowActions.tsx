import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import Button from 'antd/es/button'

interface RowActionsProps {
  /** What the row is called, for screen readers. */
  name: string
  edit: () => void
  remove: () => void
}

/** What can be done with a row of a list. */
export const RowActions = ({ name, edit, remove }: RowActionsProps) => (
  <span className="row-actions">
    <Button
      type="text"
      size="small"
      icon={<EditOutlined aria-hidden />}
      aria-label={`Edit ${name}`}
      title="Edit"
      onClick={edit}
    />
    <Button
      type="text"
      size="small"
      icon={<DeleteOutlined aria-hidden />}
      aria-label={`Delete ${name}`}
      title="Delete"
      onClick={remove}
    />
  </span>
)
