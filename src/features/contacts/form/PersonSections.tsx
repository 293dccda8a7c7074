import { useFormikContext } from 'formik'
import type { ReactNode } from 'react'
import { contactFieldMeta } from '../../../resources/contacts/fieldMeta'
import { duplicateInput } from '../../../resources/kit/duplicateInput'
import { Fields } from '../../../resources/kit/Fields'
import { organizationContactFieldMeta } from '../../../resources/organizationContacts/fieldMeta'
import { linkLayout } from '../../../resources/organizationContacts/layout'
import { OrganizationField } from '../../../resources/organizations/OrganizationField'
import { OrganizationLink } from '../../../resources/organizations/OrganizationLink'
import { useAskedFields } from '../../../resources/teams/useTeamChoice'
import { FixedField } from '../../../ui/form/FixedField'
import { FormSection } from '../../../ui/form/FormSection'
import { contactLayout, type ContactValues } from './values'

const { general } = contactLayout.sections
const { work, preferences } = linkLayout.sections

const generalInputs = {
  last_name: duplicateInput(contactFieldMeta, 'last_name', 'name'),
  personal_email: duplicateInput(contactFieldMeta, 'personal_email'),
  personal_mobile: duplicateInput(contactFieldMeta, 'personal_mobile'),
}

/** The contact's own fields, independent of organizations. */
export const GeneralSection = () => {
  const { values } = useFormikContext<ContactValues>()
  return (
    <FormSection title={general.title}>
      <Fields
        of={contactFieldMeta}
        names={useAskedFields(general.fields, values.team_id)}
        inputs={generalInputs}
      />
    </FormSection>
  )
}

interface WorkSectionProps {
  /** The organization, where it is fixed. */
  organization: number | undefined
  /** A new link is active by default. */
  isNew?: boolean
}

/** The contact's role at an organization. */
export const WorkSection = ({ organization, isNew = false }: WorkSectionProps) => (
  <FormSection
    title={work.title}
    help={
      isNew ? 'Where the contact works, and what is kept for that place alone; it may stay empty.' : undefined
    }
  >
    <Fields
      of={organizationContactFieldMeta}
      names={work.fields.filter((name) => !isNew || name !== 'employment_status')}
      required={isNew ? [] : ['employment_status']}
      inputs={{
        work_email: duplicateInput(organizationContactFieldMeta, 'work_email'),
        organization: (frame) =>
          organization === undefined ? (
            <OrganizationField {...frame} required={false} />
          ) : (
            <FixedField label={frame.label}>
              <OrganizationLink id={organization} />
            </FixedField>
          ),
      }}
    />
  </FormSection>
)

/** The contact's preferred channels at the organization. */
export const PreferencesSection = ({ children }: { children?: ReactNode }) => (
  <FormSection
    title={preferences.title}
    help="Kept for each organization: who works at two may want to be reached differently at each."
  >
    {children ?? <Fields of={organizationContactFieldMeta} names={preferences.fields} />}
  </FormSection>
)
