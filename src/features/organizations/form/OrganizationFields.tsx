import { useFormikContext } from 'formik'
import { StreetField } from '../../../resources/addresses/StreetField'
import { organizationFieldMeta } from '../../../resources/organizations/fieldMeta'
import { duplicateInput } from '../../../resources/kit/duplicateInput'
import { Fields } from '../../../resources/kit/Fields'
import { OrganizationDuplicates } from '../../../resources/organizations/OrganizationDuplicates'
import { StateCodeField } from '../../../resources/states/StateField'
import { useAskedFields } from '../../../resources/teams/useTeamChoice'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import { FormSection } from '../../../ui/form/FormSection'
import { DateField } from '../../../ui/form/DateField'
import { NaicsField } from './NaicsField'
import { layout, type OrganizationValues } from './values'
import './organization-form.css'

type Inputs = { readonly [Name in keyof OrganizationValues]?: (frame: FieldProps) => React.ReactNode }

/** Custom inputs of this form. */
const inputs: Inputs = {
  address_street: (frame) => <StreetField {...frame} stateKey="acronym" />,
  state: (frame) => <StateCodeField {...frame} required />,
  naics: (frame) => <NaicsField {...frame} />,
  last_verification_date: (frame) => <DateField {...frame} />,
  name: duplicateInput(organizationFieldMeta, 'name'),
  tax_id: duplicateInput(organizationFieldMeta, 'tax_id'),
  duns_number: duplicateInput(organizationFieldMeta, 'duns_number'),
  bin_number: duplicateInput(organizationFieldMeta, 'bin_number'),
  email: duplicateInput(organizationFieldMeta, 'email'),
  phone: duplicateInput(organizationFieldMeta, 'phone'),
}

interface OrganizationFieldsProps {
  /** The edited organization. */
  own: number | undefined
}

/** The fields of an organization, except its logo (ORG-3, ORG-4). */
export const OrganizationFields = ({ own }: OrganizationFieldsProps) => {
  const { values, isSubmitting } = useFormikContext<OrganizationValues>()
  const { name, tax_id, duns_number, bin_number, email, phone } = values
  const asked = useAskedFields(layout.names, values.team_id)
  return (
    <OrganizationDuplicates
      given={{ name, tax_id, duns_number, bin_number, email, phone }}
      isSubmitting={isSubmitting}
      own={own}
    >
      {Object.values(layout.sections).map(({ title, fields, ...section }) => (
        <FormSection key={title} title={title} help={'help' in section ? section.help : undefined}>
          <Fields
            of={organizationFieldMeta}
            names={fields.filter((field) => asked.includes(field))}
            inputs={inputs}
          />
        </FormSection>
      ))}
    </OrganizationDuplicates>
  )
}
