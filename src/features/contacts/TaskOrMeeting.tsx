import Button from 'antd/es/button'
import { useAppSelector } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { emailKey } from '../../contract/emailKey'
import { useOfferedDialogs, useOpenDialog } from '../../records/frameDialogs'
import { Dialog } from '../../ui/dialog/Dialog'
import { useEmails } from './useEmails'

interface TaskOrMeetingProps {
  contact: Row<'contacts'>
  close: () => void
}

/** Chooses what is to be arranged; the dialog that opens then begins with the contact's companies, or with the contact. */
export const TaskOrMeeting = ({ contact, close }: TaskOrMeetingProps) => {
  const open = useOpenDialog()
  const offered = useOfferedDialogs()
  const keys = useEmails(contact).map(emailKey)
  const known = useAppSelector(({ picks }) => picks.participants)
  const choices = [
    {
      name: 'task',
      label: 'Task',
      choose: () => open('task', { organizations: contact.current_organizations }),
    },
    {
      name: 'meeting',
      label: 'Meeting',
      choose: () =>
        open('meeting', { participants: known.filter(({ email }) => keys.includes(emailKey(email))) }),
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
