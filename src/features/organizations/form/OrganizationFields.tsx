import { StreetField } from '../../../records/addresses/StreetField'
import { organizationFaces } from '../../../records/organizations/faces'
import { Fields } from '../../../records/kit/Fields'
import { StateCodeField } from '../../../records/states/StateField'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import { FormSection } from '../../../ui/form/FormSection'
import { DateField } from '../../../ui/form/DateField'
import { NaicsField } from './NaicsField'
import { OwnNumberField, ownNumbers, type OwnNumber } from './twins'
import { layout, type OrganizationValues } from './values'
import './organization-form.css'

type Inputs = { readonly [Name in keyof OrganizationValues]?: (frame: FieldProps) => React.ReactNode }

/** Inputs for what the kind of a field does not tell. */
const inputs: Inputs = {
  address_street: (frame) => <StreetField {...frame} stateKey="acronym" />,
  state: (frame) => <StateCodeField {...frame} required />,
  naics: (frame) => <NaicsField {...frame} />,
  last_verification_date: (frame) => <DateField {...frame} />,
}

const numberInputs = (own: number | undefined): Inputs =>
  Object.fromEntries(
    ownNumbers.map((field: OwnNumber) => [
      field,
      (frame: FieldProps) => <OwnNumberField frame={frame} field={field} own={own} />,
    ]),
  )

interface OrganizationFieldsProps {
  /** The organization that is edited. */
  own: number | undefined
}

/** Everything that is asked of an organization, beside its logo (ORG-3, ORG-4). */
export const OrganizationFields = ({ own }: OrganizationFieldsProps) =>
  Object.values(layout.sections).map(({ title, fields, ...section }) => (
    <FormSection key={title} title={title} help={'help' in section ? section.help : undefined}>
      <Fields of={organizationFaces} names={fields} inputs={{ ...inputs, ...numberInputs(own) }} />
    </FormSection>
  ))
