import { useMemo } from 'react'
import { PendingFiles } from '../../../records/files/PendingFiles'
import { useUploads } from '../../../records/files/useUploads'
import { explainPartlySaved } from '../../../records/kit/partlySaved'
import { newDraftName } from '../../../records/kit/useRecordForm'
import { FormBody, FormState } from '../../../ui/form/EditForm'
import { FormActions } from '../../../ui/form/FormActions'
import { FormSection } from '../../../ui/form/FormSection'
import { StillFields } from '../../../ui/form/StillFields'
import { GeneralSection, PreferencesSection, WorkSection } from './PersonSections'
import { useContactCreation } from './useContactCreation'
import { contactValues, linkValues, newSchema, type PersonValues } from './values'

interface NewContactFormProps {
  /** Where the contact is to work; chosen in the form where it is not said. */
  organization?: number
  /** After everything has been saved. */
  done: () => void
  cancel: () => void
}

/** Makes a contact, with where it works, how it wants to be reached, and its files (CON-2 to CON-5). */
export const NewContactForm = ({ organization, done, cancel }: NewContactFormProps) => {
  const uploads = useUploads()
  const draft = { name: newDraftName('contacts', organization) }
  const save = useContactCreation(uploads, draft.name)
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
        <StillFields>
          <GeneralSection />
          <WorkSection organization={organization} isNew />
          <PreferencesSection />
        </StillFields>
        {/* An upload can be given up while it keeps the form from being saved. */}
        <FormSection title="FILES">
          <PendingFiles uploads={uploads} />
        </FormSection>
        <FormActions cancel={cancel} />
      </FormBody>
    </FormState>
  )
}
