import { useId } from 'react'
import { usePermission, useRightRefusal } from '../../api/kit/hooks'
import { useShareMessageMutation } from '../../api/messagesApi'
import type { Row } from '../../contract'
import { Switch } from '../../ui/antd/Switch'

/** By whom a message is shared, who may stop that, and what others then see (MAIL-3). */
export const ShareSwitch = ({ message }: { message: Row<'messages'> }) => {
  const id = useId()
  const [share, { isLoading }] = useShareMessageMutation()
  const { isAllowed: isOwn } = usePermission('messages', 'change', message)
  const refusal = useRightRefusal('write')
  if (!isOwn) return <p className="message-sharing quiet">From the mailbox of another user, who shares it.</p>
  return (
    <div className="message-sharing line">
      <Switch
        id={id}
        size="small"
        checked={message.is_shared}
        loading={isLoading}
        disabled={refusal !== null}
        aria-describedby={`${id}-more`}
        onChange={(is_shared) => void share({ id: message.id, body: { is_shared } })}
      />
      <label htmlFor={id}>Shared with everyone on the record’s timeline</label>
      <span id={`${id}-more`} className="quiet">
        {refusal ?? 'With its files and all its recipients.'}
      </span>
    </div>
  )
}
