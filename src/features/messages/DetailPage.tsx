import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import { Button } from '../../ui/antd/Button'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAppSelector, usePermission, useRightRefusal } from '../../api/kit/hooks'
import { messagesApi } from '../../api/messagesApi'
import type { Row } from '../../contract'
import { useOpenDialog } from '../../resources/frameDialogs'
import { RecordPage, type PageKind } from '../../resources/kit/RecordPage'
import { inboxPaths } from '../../resources/messages/paths'
import { selectOwnEmails } from '../../store/currentUser'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { useNavigateAfterDelete } from '../../ui/page/useGoBack'
import { PageHeader } from '../../ui/page/PageHeader'
import { MessageItem } from './MessageItem'
import { answerTo, allRecipientsOf } from './reply'
import { useConversation, useReading } from './useConversation'
import './inbox.css'

const DeleteMessage = lazyDialog(async () => (await import('./DeleteMessage')).DeleteMessage)

type Message = Row<'messages'>

const messagePage: PageKind<'messages'> = {
  resource: 'messages',
  endpoint: messagesApi.endpoints.message,
  what: 'This message',
  list: inboxPaths.list,
}

const Conversation = ({ opened }: { opened: Message }) => {
  const { messages, problem, retry, earlier, showEarlier, isFetching } = useConversation(opened)
  const fresh = useReading(messages)
  const cameFrom = useAppSelector(({ visitedLists }) => visitedLists.messages?.address) ?? inboxPaths.list
  const own = useAppSelector(selectOwnEmails)
  const open = useOpenDialog()
  const navigate = useNavigate()
  const leave = useNavigateAfterDelete(cameFrom)
  const [doomed, setDoomed] = useState<Message | null>(null)
  const newest = messages.at(-1) ?? opened
  // What another user shares is not answered: its conversation stands in the mailbox of its owner.
  const { isAllowed: isOwn } = usePermission('messages', 'change', newest)
  const mayWrite = useRightRefusal('write') === null && isOwn
  const allRecipients = allRecipientsOf(newest, own)
  const isOpened = ({ message_id }: Message) => message_id === opened.message_id

  return (
    <>
      <PageHeader
        title={opened.subject}
        trail={[{ label: 'Inbox', to: cameFrom }]}
        actions={
          <>
            {mayWrite && (
              <Button
                type="primary"
                icon={<RollbackOutlined aria-hidden />}
                onClick={() => open('message', answerTo(newest))}
              >
                Reply
              </Button>
            )}
            {mayWrite && allRecipients.to.length + allRecipients.cc.length > 1 && (
              <Button onClick={() => open('message', answerTo(newest, allRecipients))}>Reply all</Button>
            )}
          </>
        }
      />
      {problem && (
        <ErrorState
          inline
          title="The rest of the conversation could not be loaded."
          error={problem}
          retry={retry}
        />
      )}
      {earlier > 0 && (
        <p className="conversation-earlier">
          <Button onClick={showEarlier} loading={isFetching}>
            Show earlier messages ({earlier})
          </Button>
        </p>
      )}
      <ol className="conversation panel" aria-label="Conversation">
        {messages.map((message) => (
          <MessageItem
            key={message.id}
            message={message}
            isNew={fresh.has(message.id)}
            answer={() => open('message', answerTo(message))}
            marked={() => void navigate(cameFrom)}
            remove={() => setDoomed(message)}
          />
        ))}
      </ol>
      {doomed && (
        <DeleteMessage
          message={doomed}
          close={() => setDoomed(null)}
          {...(isOpened(doomed) && { done: leave })}
        />
      )}
    </>
  )
}

/** /mpg/inbox/{id}: a message within its conversation, marked as read on opening (SCREEN-2). */
export const Page = () => (
  <RecordPage of={messagePage}>{(message) => <Conversation opened={message} />}</RecordPage>
)
