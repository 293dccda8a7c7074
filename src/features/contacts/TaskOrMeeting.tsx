import { Button } from '../../ui/antd/Button'
import { useSeenIds } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { useOfferedDialogs, useOpenDialog } from '../../resources/frameDialogs'
import { Dialog } from '../../ui/dialog/Dialog'
import { useCurrentEmails } from './useEmails'

interface TaskOrMeetingProps {
  contact: Row<'contacts'>
  close: () => void
}

/** A choice of dialogs, opened with the contact's organizations, or with the contact as a participant. */
export const TaskOrMeeting = ({ contact, close }: TaskOrMeetingProps) => {
  const open = useOpenDialog()
  const offered = useOfferedDialogs()
  const { first_name, last_name } = contact
  const organizations = useSeenIds('organizations', contact.current_organizations)
  // The participant's id is unknown here; the server finds it by email.
  const participants = useCurrentEmails(contact).map((email) => ({ id: null, email, first_name, last_name }))
  const choices = [
    {
      name: 'task',
      label: 'Task',
      choose: () => open('task', { organizations }),
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
