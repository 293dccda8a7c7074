import { useRemoveMessageMutation } from '../../api/messagesApi'
import type { Row } from '../../contract'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'

interface DeleteMessageProps {
  message: Row<'messages'>
  close: () => void
  /** After it is in the trash, where that is not just the dialog's end. */
  done?: () => void
}

/** Asks before a message goes to the trash; other people's copies stay. */
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
