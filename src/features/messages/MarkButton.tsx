import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import ReadOutlined from '@ant-design/icons/es/icons/ReadOutlined'
import { Button } from '../../ui/antd/Button'
import { useMarkMessageMutation } from '../../api/messagesApi'
import type { Row } from '../../contract'
import { useStillHere } from '../../ui/navigationGuard/guards'
import { callOf } from './names'

interface MarkButtonProps {
  message: Row<'messages'>
  /** Called after the change if the page is still shown. */
  done?: () => void
}

/** Marks a received message as read or unread. */
export const MarkButton = ({ message, done }: MarkButtonProps) => {
  const [mark, { isLoading }] = useMarkMessageMutation()
  const beginHere = useStillHere()
  if (message.direction === 'sent') return null
  const label = `Mark as ${message.is_read ? 'unread' : 'read'}`
  return (
    <Button
      type="text"
      size="small"
      icon={message.is_read ? <MailOutlined aria-hidden /> : <ReadOutlined aria-hidden />}
      aria-label={`${label}: ${callOf(message)}`}
      title={label}
      loading={isLoading}
      onClick={() => {
        const isStillHere = beginHere()
        void mark({ id: message.id, body: { is_read: !message.is_read } })
          .unwrap()
          .then(
            () => isStillHere() && done?.(),
            () => undefined,
          )
      }}
    />
  )
}
