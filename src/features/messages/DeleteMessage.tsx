import { useRemoveMessageMutation } from '../../api/messagesApi'
import type { Row } from '../../contract'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'

interface DeleteMessageProps {
  message: Row<'messages'>
  close: () => void
  /** Called after the deletion; by default closes the dialog. */
  done?: () => void
}

/** Confirmation of a message's move to the trash; other users' copies stay. */
export const DeleteMessage = ({ message, close, done = close }: DeleteMessageProps) => {
  const [remove] = useRemoveMessageMutation()
  return (
    <DeleteDialog
      title="Delete Message"
      name={message.subject}
      remove={() => remove(message.id).unwrap()}
      done={done}
      cancel={close}
    >
      Only your own copy is deleted.
    </DeleteDialog>
  )
}
