import { Button } from '../../ui/button/Button'
import type { Row } from '../../contract'
import { useOfferedDialogs, useOpenDialog } from '../../records/frameDialogs'
import { Dialog } from '../../ui/dialog/Dialog'
import { useCurrentEmails } from './useEmails'

interface TaskOrMeetingProps {
  contact: Row<'contacts'>
  close: () => void
}

/** Chooses what is to be arranged; the dialog that opens then begins with the contact's companies, or with the contact. */
export const TaskOrMeeting = ({ contact, close }: TaskOrMeetingProps) => {
  const open = useOpenDialog()
  const offered = useOfferedDialogs()
  const { first_name, last_name } = contact
  // Their id among those who can be invited is the server's to know; it finds them by email.
  const participants = useCurrentEmails(contact).map((email) => ({ id: null, email, first_name, last_name }))
  const choices = [
    {
      name: 'task',
      label: 'Task',
      choose: () => open('task', { organizations: contact.current_organizations }),
    },
    {
      name: 'meeting',
      label: 'Meeting',
      choose: () => open('meeting', { participants }),
    },
  ] as const
  return (
    <Dialog title="Task or Meeting" close={close} width={360}>
      <div className="dialog-actions">
        {choices
          .filter(({ name }) => offered.includes(name))
          .map(({ name, label, choose }) => (
            <Button
              key={name}
              onClick={() => {
                close()
                choose()
              }}
            >
              {label}
            </Button>
          ))}
      </div>
    </Dialog>
  )
}
