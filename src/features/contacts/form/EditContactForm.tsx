import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useChangeContactMutation, useChangeContactLinkMutation } from '../../../api/contactsApi'
import { useRows, useSeenIds } from '../../../api/kit/hooks'
import type { Row } from '../../../contract'
import { ContactDuplicates } from '../../../resources/contacts/ContactDuplicates'
import { contactFieldMeta } from '../../../resources/contacts/fieldMeta'
import { contactObjectId, contactPaths } from '../../../resources/contacts/paths'
import { RecordFiles } from '../../../resources/files/FilesPanel'
import { useUploads } from '../../../resources/files/useUploads'
import { explainPartlySaved, partlySaved } from '../../../resources/kit/partlySaved'
import { explained, Following } from '../../../resources/kit/RecordForm'
import { useRecordForm } from '../../../resources/kit/useRecordForm'
import { organizationContactFieldMeta } from '../../../resources/organizationContacts/fieldMeta'
import { organizationName } from '../../../resources/organizations/paths'
import { FormBody, FormState } from '../../../ui/form/EditForm'
import { FormActions } from '../../../ui/form/FormActions'
import { FormSection } from '../../../ui/form/FormSection'
import { DisabledWhileSaving } from '../../../ui/form/DisabledWhileSaving'
import { useGoBack } from '../../../ui/page/useGoBack'
import { GeneralSection, PreferencesSection, WorkSection } from './PersonSections'
import { saveFiles } from './saveFiles'
import {
  contactIn,
  contactSchema,
  contactValues,
  linkIn,
  linkSchema,
  linkValues,
  personSchema,
  type PersonValues,
} from './values'
import './contact-form.css'

/** The preferences are stored per organization: links to the form with their fields. */
const PreferencesElsewhere = ({ contact }: { contact: Row<'contacts'> }) => {
  const seen = useSeenIds('organizations', contact.current_organizations)
  const organizations = useRows('organizations', seen)
  return (
    <PreferencesSection>
      {organizations.length === 0 ? (
        <p className="quiet contact-elsewhere">
          The contact works nowhere now. Add an organization to it first.
        </p>
      ) : (
        <ul className="contact-elsewhere">
          {organizations.map((organization) => (
            <li key={organization.organization_id}>
              <Link to={contactPaths.edit(contact.contact_id, organization.organization_id)}>
                Edit with what is kept for {organizationName(organization)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PreferencesSection>
  )
}

interface EditContactFormProps {
  contact: Row<'contacts'>
  /** The contact's link to the organization in the URL. */
  link: Row<'organizationContacts'> | undefined
  /** Refetches both, with their last editors. */
  readAgain: () => void
}

/** Edits a contact, its files, and its link to an organization (CON-6). */
export const EditContactForm = ({ contact, link, readAgain }: EditContactFormProps) => {
  const { contact_id: id } = contact
  const [change] = useChangeContactMutation()
  const [changeLink] = useChangeContactLinkMutation()
  const goBack = useGoBack(contactPaths.details(id))
  const uploads = useUploads()
  const ofContact = useRecordForm({
    fieldMeta: contactFieldMeta,
    row: contact,
    valuesFrom: contactValues,
    schema: contactSchema,
    change,
    readAgain,
  })
  const ofLink = useRecordForm({
    fieldMeta: organizationContactFieldMeta,
    row: link,
    valuesFrom: linkValues,
    schema: linkSchema,
    change: changeLink,
    readAgain,
  })
  const initialValues = useMemo(
    (): PersonValues => ({ ...ofContact.initialValues, ...ofLink.initialValues }),
    [ofContact.initialValues, ofLink.initialValues],
  )

  const save = async (values: PersonValues) => {
    await ofContact.submit(contactIn(values))
    try {
      await ofLink.submit(linkIn(values))
    } catch (cause) {
      throw partlySaved('The contact is saved, what it is at the organization is not', cause)
    }
    await saveFiles(uploads, id)
  }

  return (
    <FormState
      initialValues={initialValues}
      schema={link ? personSchema : (contactSchema as typeof personSchema)}
      submit={save}
      done={goBack}
      restarts
    >
      <FormBody
        label="Edit contact"
        draft={{
          name: [ofContact.draft.name, link?.organization_contact_id ?? ''].join(':'),
          // The sum of both records' versions, which changes with either.
          version: (ofContact.draft.version ?? 0) + (ofLink.draft.version ?? 0),
        }}
        explain={(refusal) => {
          const isOfLink = refusal.current && 'organization_contact_id' in refusal.current
          const explain = isOfLink
            ? explained(ofLink, explainPartlySaved)
            : explained(ofContact, explainPartlySaved)
          return explain(refusal)
        }}
      >
        <Following form={ofContact} />
        <Following form={ofLink} />
        <DisabledWhileSaving>
          <ContactDuplicates own={id} organizations={contact.current_organizations}>
            <GeneralSection />
            {link && <WorkSection organization={link.organization} />}
          </ContactDuplicates>
          {link ? <PreferencesSection /> : <PreferencesElsewhere contact={contact} />}
        </DisabledWhileSaving>
        {/* An upload that blocks saving can be cancelled. */}
        <FormSection title="FILES">
          <RecordFiles objectId={contactObjectId(id)} uploads={uploads} />
        </FormSection>
        <FormActions cancel={goBack} />
      </FormBody>
    </FormState>
  )
}
