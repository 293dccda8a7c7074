import type { Row } from '../../contract'
import { FilesPanel } from '../../resources/files/FilesPanel'
import { RecordFacts } from '../../resources/kit/RecordFacts'
import { RecordMetadata } from '../../resources/kit/RecordMetadata'
import { NotesPanel } from '../../resources/notes/NotesPanel'
import { organizationFieldMeta } from '../../resources/organizations/fieldMeta'
import { organizationPaths, organizationObjectId } from '../../resources/organizations/paths'
import { shownFields } from '../../resources/teams/teamFieldMeta'
import { layout } from './form/values'

const { general, numbers, reach, business } = layout.sections

interface DetailsTabProps {
  id: number
  /** Undefined until loaded. */
  organization: Row<'organizations'> | undefined
}

/** An organization's details in the order of its form, notes, files and metadata. */
export const DetailsTab = ({ id, organization }: DetailsTabProps) => {
  const objectId = organizationObjectId(id)
  const facts = { of: organizationFieldMeta, row: organization, form: organizationPaths.edit(id) }
  return (
    <div className="record-parts stack">
      <RecordFacts
        {...facts}
        title={general.title}
        // The name is in the header.
        names={shownFields(general.fields, organization?.team_id).filter((name) => name !== 'name')}
        folds
      />
      <RecordFacts {...facts} title={numbers.title} names={numbers.fields} folds />
      <RecordFacts {...facts} title={reach.title} names={reach.fields} folds />
      <RecordFacts {...facts} title={business.title} names={business.fields} folds />
      <NotesPanel objectId={objectId} model="organization" />
      <section className="record-part" aria-labelledby={`${objectId}-files`}>
        <h2 id={`${objectId}-files`}>Files</h2>
        <FilesPanel objectId={objectId} />
      </section>
      <RecordMetadata of={organizationFieldMeta} row={organization} />
    </div>
  )
}
