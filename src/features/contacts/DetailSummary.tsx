import type { Row } from '../../contract'
import { contactFieldMeta } from '../../resources/contacts/fieldMeta'
import { fieldMetaOf } from '../../resources/kit/fieldMeta'
import { valueOf } from '../../resources/kit/valueOf'
import { Summary } from '../../ui/value/Summary'

const names = ['job_title', 'personal_email', 'personal_mobile'] as const

/** The key facts of a contact: current organizations and roles, and contact data (CON-8). */
export const DetailSummary = ({ contact }: { contact: Row<'contacts'> | undefined }) => {
  const shown = (name: (typeof names)[number] | 'current_organizations') =>
    contact ? valueOf(contactFieldMeta, name, contact) : <span className="bar" />
  return (
    <Summary
      label="At a glance"
      facts={[
        { label: 'Current Companies', value: shown('current_organizations') },
        ...names.map((name) => ({ label: fieldMetaOf(contactFieldMeta, name).label, value: shown(name) })),
      ]}
    />
  )
}
