import type { ReactNode } from 'react'
import { contactFaces } from '../../../records/contacts/faces'
import { Fields } from '../../../records/kit/Fields'
import { organizationContactFaces } from '../../../records/organizationContacts/faces'
import { linkLayout } from '../../../records/organizationContacts/layout'
import { OrganizationField } from '../../../records/organizations/OrganizationField'
import { OrganizationLink } from '../../../records/organizations/OrganizationLink'
import { FixedField } from '../../../ui/form/FixedField'
import { FormSection } from '../../../ui/form/FormSection'
import { contactLayout } from './values'

const { general } = contactLayout.sections
const { work, preferences } = linkLayout.sections

/** Who the contact is, wherever it works. */
export const GeneralSection = () => (
  <FormSection title={general.title}>
    <Fields of={contactFaces} names={general.fields} />
  </FormSection>
)

interface WorkSectionProps {
  /** Where it stands fast at which organization. */
  organization: number | undefined
  /** A new link is active by itself. */
  isNew?: boolean
}

/** What the contact is at an organization. */
export const WorkSection = ({ organization, isNew = false }: WorkSectionProps) => (
  <FormSection
    title={work.title}
    help={
      isNew ? 'Where the contact works, and what is kept for that place alone; it may stay empty.' : undefined
    }
  >
    <Fields
      of={organizationContactFaces}
      names={work.fields.filter((name) => !isNew || name !== 'employment_status')}
      required={isNew ? [] : ['employment_status']}
      inputs={{
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

/** How the contact wants to be reached at the organization. */
export const PreferencesSection = ({ children }: { children?: ReactNode }) => (
  <FormSection
    title={preferences.title}
    help="Kept for each organization: who works at two may want to be reached differently at each."
  >
    {children ?? <Fields of={organizationContactFaces} names={preferences.fields} />}
  </FormSection>
)
