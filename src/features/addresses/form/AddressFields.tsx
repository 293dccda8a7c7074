import { addressFieldMeta } from '../../../resources/addresses/fieldMeta'
import { StreetField } from '../../../resources/addresses/StreetField'
import { Fields } from '../../../resources/kit/Fields'
import type { Section } from '../../../resources/kit/layout'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import { FormSection } from '../../../ui/form/FormSection'
import type { AddressValues } from './values'

const inputs = {
  address_street: (frame: FieldProps) => <StreetField {...frame} stateKey="state_id" />,
}

interface AddressFieldsProps {
  section: Section<keyof AddressValues>
}

/** The fields of an address in one section. */
export const AddressFields = ({ section: { title, help, fields } }: AddressFieldsProps) => (
  <FormSection title={title} help={help}>
    <Fields of={addressFieldMeta} names={fields} inputs={inputs} />
  </FormSection>
)
