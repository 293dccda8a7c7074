import { contactsApi } from '../../api/contactsApi'
import type { Row } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField } from '../../ui/form/RecordField'

/** Distinguishes contacts of the same name. */
const distinction = ({ job_title, personal_email, personal_mobile }: Row<'contacts'>) =>
  [job_title, personal_email ?? personal_mobile].filter(Boolean).join(' · ')

/** A contact picker, searched on the server by name, email, phone or organization (SHELL-8). */
export const ContactField = (frame: FieldProps) => (
  <RecordField
    {...frame}
    resource="contacts"
    endpoint={contactsApi.endpoints.contactsList}
    rowEndpoint={contactsApi.endpoints.contact}
    labelOf={({ name }) => name}
    show={(contact) => (
      <span className="option-line">
        <span>{contact.name}</span>
        <span className="quiet">{distinction(contact)}</span>
      </span>
    )}
  />
)
