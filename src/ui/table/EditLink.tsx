import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { RecordLink } from '../page/RecordLink'

interface EditLinkProps {
  to: string
  /** The row's name, for screen readers. */
  name: string
}

/** Link to the form of a row. */
export const EditLink = ({ to, name }: EditLinkProps) => (
  <RecordLink to={to} className="icon-link" aria-label={`Edit ${name}`} title="Edit">
    <EditOutlined aria-hidden />
  </RecordLink>
)
