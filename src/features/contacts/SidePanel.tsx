import type { ReactNode } from 'react'
import type { Row } from '../../contract'
import { contactObjectId } from '../../resources/contacts/paths'
import { NotesPanel } from '../../resources/notes/NotesPanel'
import { ContactFiles } from './ContactFiles'
import { ContactWeek } from './ContactWeek'
import { CrystalProfile } from './CrystalProfile'
import { TaskOrMeetingButton } from './TaskOrMeetingButton'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="record-part" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

interface SidePanelProps {
  contact: Row<'contacts'>
  /** Id of the profile section. */
  profileId: string
}

/** Beside every tab of a contact: profile, notes, files and the week (CON-10). */
export const SidePanel = ({ contact, profileId }: SidePanelProps) => {
  const { contact_id: id } = contact
  return (
    <aside className="contact-side stack" aria-label="About the contact">
      <div id={profileId}>
        <Part title="LinkedIn profile">
          <CrystalProfile contact={contact} />
        </Part>
      </div>
      <NotesPanel objectId={contactObjectId(id)} model="contact" />
      <Part title="Files">
        <ContactFiles id={id} />
      </Part>
      <Part title="Week">
        <TaskOrMeetingButton contact={contact} />
        <ContactWeek contact={contact} />
      </Part>
    </aside>
  )
}
