import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import { Button } from '../../ui/antd/Button'
import { useState } from 'react'
import type { Row } from '../../contract'
import { useOfferedDialogs } from '../../resources/frameDialogs'
import { lazyDialog } from '../../ui/dialog/lazyDialog'

const TaskOrMeeting = lazyDialog(async () => (await import('./TaskOrMeeting')).TaskOrMeeting)

/** Opens the dialogs for a contact, as far as the product has them (CON-10). */
export const TaskOrMeetingButton = ({ contact }: { contact: Row<'contacts'> }) => {
  const [isOpen, setIsOpen] = useState(false)
  const offered = useOfferedDialogs()
  if (!offered.includes('task') && !offered.includes('meeting')) return null
  return (
    <p>
      <Button icon={<CalendarOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Task or Meeting
      </Button>
      {isOpen && <TaskOrMeeting contact={contact} close={() => setIsOpen(false)} />}
    </p>
  )
}
