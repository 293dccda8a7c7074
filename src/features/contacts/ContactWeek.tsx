import { useState } from 'react'
import type { Row } from '../../contract'
import { PeopleWeek } from '../../resources/activities/PeopleWeek'
import { thisWeek } from '../../ui/calendar/weeks'
import { useEmails } from './useEmails'

/** The week of a contact: events whose participants include one of the contact's emails (CON-10). */
export const ContactWeek = ({ contact }: { contact: Row<'contacts'> }) => {
  const [week, setWeek] = useState(thisWeek)
  return (
    <PeopleWeek
      emails={useEmails(contact)}
      week={week}
      show={setWeek}
      unknown="No email of the contact is known, and events are found by email."
    />
  )
}
