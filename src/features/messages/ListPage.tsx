import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import { Button } from '../../ui/antd/Button'
import { useMemo, useState } from 'react'
import { messagesApi } from '../../api/messagesApi'
import { useRightRefusal } from '../../api/kit/hooks'
import { contract, type Row } from '../../contract'
import { useOpenDialog } from '../../resources/frameDialogs'
import { columnOf } from '../../resources/kit/columnOf'
import { messageFieldMeta } from '../../resources/messages/fieldMeta'
import { inboxPaths } from '../../resources/messages/paths'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { ListBody } from '../../ui/list/ListBody'
import { useListState } from '../../ui/list/useListState'
import { PageHeader } from '../../ui/page/PageHeader'
import { RowActions } from '../../ui/table/RowActions'
import { counted } from '../../ui/value/numbers'
import { Folders } from './Folders'
import { folderOf } from './folder'
import { MarkButton } from './MarkButton'
import { callOf, namesOf } from './names'
import { RecordLink } from '../../ui/page/RecordLink'
import './inbox.css'

const DeleteMessage = lazyDialog(async () => (await import('./DeleteMessage')).DeleteMessage)

type Message = Row<'messages'>

/** Unread messages have a bold subject, a mark and a text. */
const Subject = ({ message: { id, subject, is_read, attachments } }: { message: Message }) => (
  <>
    <RecordLink to={inboxPaths.path(id)} className={is_read ? 'inbox-subject' : 'inbox-subject inbox-unread'}>
      {!is_read && <span className="visually-hidden">Unread: </span>}
      {subject}
    </RecordLink>
    {attachments.length > 0 && (
      <span className="inbox-files quiet" title={counted(attachments.length, 'file')}>
        <PaperClipOutlined aria-hidden />
        <span className="visually-hidden">{counted(attachments.length, 'file')}</span>
      </span>
    )}
  </>
)

const columnsOf = (folder: string, remove: (message: Message) => void) => [
  columnOf(messageFieldMeta, 'subject', {
    isName: true,
    width: '40%',
    show: (message) => <Subject message={message} />,
  }),
  columnOf(messageFieldMeta, folder === 'sent' ? 'to' : 'from', {
    show: ({ from, to }) => namesOf(folder === 'sent' ? to : from),
    hasLine: true,
  }),
  columnOf(messageFieldMeta, 'sent_at', { width: '25%', hasLine: true }),
  {
    key: 'actions',
    title: 'Actions',
    width: '96px',
    isActions: true,
    show: (message: Message) => (
      <RowActions name={callOf(message)} edit={undefined} remove={() => remove(message)}>
        <MarkButton message={message} />
      </RowActions>
    ),
  },
]

/** /mpg/inbox: the messages that the signed-in user has received or sent (SCREEN-2). */
export const Page = () => {
  const list = useListState(contract.messages)
  const open = useOpenDialog()
  const [doomed, setDoomed] = useState<Message | null>(null)
  const folder = folderOf(list.state)
  const columns = useMemo(() => columnsOf(folder, setDoomed), [folder])
  const within = useMemo(() => ({ direction: folder }), [folder])
  const mayWrite = useRightRefusal('write') === null
  const write = mayWrite && (
    <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={() => open('message')}>
      Write Message
    </Button>
  )
  return (
    <>
      <PageHeader title="Inbox" actions={write} creates />
      <ListBody
        resource="messages"
        endpoint={messagesApi.endpoints.messagesList}
        list={list}
        within={within}
        noun="messages"
        columns={columns}
        emptyDescription={
          folder === 'sent'
            ? 'What you send stands here, and the answers in Received.'
            : 'What others write to you stands here, with what you have answered.'
        }
        emptyAction={write}
        filters={<Folders list={list} />}
      />
      {doomed && <DeleteMessage message={doomed} close={() => setDoomed(null)} />}
    </>
  )
}
