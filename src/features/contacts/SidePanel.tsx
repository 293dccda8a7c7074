import type { Row } from '../../contract'
import { contactObjectId, contactPaths } from '../../resources/contacts/paths'
import { NewestFiles } from '../../resources/files/NewestFiles'
import { SidePart } from '../../resources/kit/SidePart'
import { NotesPanel } from '../../resources/notes/NotesPanel'
import { ContactWeek } from './ContactWeek'
import { CrystalProfile } from './CrystalProfile'
import { TaskOrMeetingButton } from './TaskOrMeetingButton'

interface SidePanelProps {
  contact: Row<'contacts'>
  /** Id of the profile section. */
  profileId: string
}

/** Beside every tab of a contact: profile, notes, files and the week (CON-10). */
export const SidePanel = ({ contact, profileId }: SidePanelProps) => {
  const { contact_id: id } = contact
  return (
    <aside className="record-side stack" aria-label="About the contact">
      <div id={profileId} className="not-printed">
        <SidePart title="LinkedIn profile">
          <CrystalProfile contact={contact} />
        </SidePart>
      </div>
      <NotesPanel objectId={contactObjectId(id)} model="contact" />
      <SidePart title="Files">
        <NewestFiles objectId={contactObjectId(id)} to={contactPaths.tab(id, 'files')} />
      </SidePart>
      <SidePart title="Week">
        <TaskOrMeetingButton contact={contact} />
        <ContactWeek contact={contact} />
      </SidePart>
    </aside>
  )
}
