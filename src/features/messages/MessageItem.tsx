import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import { Button } from '../../ui/antd/Button'
import { Fragment } from 'react'
import { usePermission, useRightRefusal } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import type { Person } from '../../contract/fields'
import { personName } from '../../contract/personName'
import { RichText } from '../../ui/richText/RichText'
import { Avatar } from '../../ui/value/Avatar'
import { Badge } from '../../ui/value/Badge'
import { DateText } from '../../ui/value/DateText'
import { MarkButton } from './MarkButton'
import { MessageFiles } from './MessageFiles'
import { callOf } from './names'
import { ShareSwitch } from './ShareSwitch'

/** By name, with the email after it. */
const People = ({ people }: { people: readonly Person[] }) =>
  people.map((person, index) => {
    const name = personName(person)
    return (
      <Fragment key={person.email}>
        {index > 0 && ', '}
        <span>{name}</span> {name !== person.email && <span className="quiet">{person.email}</span>}
      </Fragment>
    )
  })

interface MessageItemProps {
  message: Row<'messages'>
  /** It was unread when the conversation was opened. */
  isNew: boolean
  answer: () => void
  /** Called after it was marked. */
  marked: () => void
  remove: () => void
}

/** One message of a conversation: sender, recipients, time and text. */
export const MessageItem = ({ message, isNew, answer, marked, remove }: MessageItemProps) => {
  const { from, to, cc, bcc, sent_at, text } = message
  const [author] = from
  const mayWrite = useRightRefusal('write') === null
  const { isAllowed: isOwn } = usePermission('messages', 'change', message)
  return (
    <li className="message">
      <Avatar name={author ? personName(author) : '?'} />
      <div className="message-head line">
        <dl className="message-people">
          <div>
            <dt>From</dt>
            <dd>
              <People people={from} />
            </dd>
          </div>
          <div>
            <dt>To</dt>
            <dd>
              <People people={to} />
            </dd>
          </div>
          {(
            [
              ['Cc', cc],
              ['Bcc', bcc],
            ] as const
          ).map(
            ([label, people]) =>
              people.length > 0 && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <People people={people} />
                  </dd>
                </div>
              ),
          )}
          <div>
            <dt>Sent</dt>
            <dd>
              <DateText value={sent_at} format="moment" /> {isNew && <Badge text="New" />}
            </dd>
          </div>
        </dl>
        <span className="row-actions">
          {mayWrite && isOwn && (
            <Button
              type="text"
              size="small"
              icon={<RollbackOutlined aria-hidden />}
              aria-label={`Reply to ${callOf(message)}`}
              aria-haspopup="dialog"
              title="Reply"
              onClick={answer}
            />
          )}
          {isOwn && (
            <>
              <MarkButton message={message} done={marked} />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`Delete ${callOf(message)}`}
                title="Delete"
                onClick={remove}
              />
            </>
          )}
        </span>
      </div>
      {text !== '' && <RichText html={text} />}
      <MessageFiles message={message} />
      <ShareSwitch message={message} />
    </li>
  )
}
