import type { Row } from '../../contract'
import { FilesPanel } from '../../records/files/FilesPanel'
import { RecordFacts } from '../../records/kit/RecordFacts'
import { RecordMetadata } from '../../records/kit/RecordMetadata'
import { NotesPanel } from '../../records/notes/NotesPanel'
import { organizationFaces } from '../../records/organizations/faces'
import { organizationObjectId } from '../../records/organizations/objectId'
import { Later } from '../../ui/page/Later'
import { layout } from './form/values'

const { general, numbers, reach, business } = layout.sections

interface DetailsTabProps {
  id: number
  /** Undefined before anything is known of it. */
  organization: Row<'organizations'> | undefined
}

/** What an organization is, as its form asks for it; its notes and files, and last who keeps it. */
export const DetailsTab = ({ id, organization }: DetailsTabProps) => {
  const objectId = organizationObjectId(id)
  const facts = { of: organizationFaces, row: organization }
  return (
    <div className="record-parts">
      <RecordFacts
        {...facts}
        title={general.title}
        // The name stands above all of it.
        names={general.fields.filter((name) => name !== 'name')}
        folds
      />
      <RecordFacts {...facts} title={numbers.title} names={numbers.fields} folds />
      <RecordFacts {...facts} title={reach.title} names={reach.fields} folds />
      <RecordFacts {...facts} title={business.title} names={business.fields} folds />
      <Later>
        <NotesPanel objectId={objectId} model="organization" />
        <section className="record-part" aria-labelledby={`${objectId}-files`}>
          <h2 id={`${objectId}-files`}>Files</h2>
          <FilesPanel objectId={objectId} />
        </section>
        <RecordMetadata {...facts} />
      </Later>
    </div>
  )
}
