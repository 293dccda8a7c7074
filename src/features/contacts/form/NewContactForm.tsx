import { useMemo } from 'react'
import { ContactDuplicates } from '../../../resources/contacts/ContactDuplicates'
import { PendingFiles } from '../../../resources/files/PendingFiles'
import { useUploads } from '../../../resources/files/useUploads'
import { explainPartlySaved } from '../../../resources/kit/partlySaved'
import { newDraftName } from '../../../resources/kit/useRecordForm'
import { FormBody, FormState } from '../../../ui/form/EditForm'
import { FormActions } from '../../../ui/form/FormActions'
import { FormSection } from '../../../ui/form/FormSection'
import { DisabledWhileSaving } from '../../../ui/form/DisabledWhileSaving'
import { GeneralSection, PreferencesSection, WorkSection } from './PersonSections'
import { useContactCreation } from './useContactCreation'
import { contactValues, linkValues, newSchema, type PersonValues } from './values'

interface NewContactFormProps {
  /** The contact's organization; without it, chosen in the form. */
  organization?: number
  /** Called after everything was saved. */
  done: () => void
  cancel: () => void
}

/** Creates a contact with its link, preferences and files (CON-2 to CON-5). */
export const NewContactForm = ({ organization, done, cancel }: NewContactFormProps) => {
  const uploads = useUploads()
  const draft = { name: newDraftName('contacts', organization) }
  const { save, made } = useContactCreation(uploads, draft.name)
  const initialValues = useMemo(
    (): PersonValues => ({
      ...contactValues(undefined),
      ...linkValues(organization === undefined ? {} : { organization }),
    }),
    [organization],
  )
  return (
    <FormState initialValues={initialValues} schema={newSchema} submit={save} done={done}>
      <FormBody label="Create contact" draft={draft} explain={explainPartlySaved}>
        <DisabledWhileSaving>
          <ContactDuplicates own={made}>
            <GeneralSection />
            <WorkSection organization={organization} isNew />
          </ContactDuplicates>
          <PreferencesSection />
        </DisabledWhileSaving>
        {/* An upload that blocks saving can be cancelled. */}
        <FormSection title="FILES">
          <PendingFiles uploads={uploads} />
        </FormSection>
        <FormActions cancel={cancel} />
      </FormBody>
    </FormState>
  )
}
