import { useFormikContext } from 'formik'
import { Fields } from '../../../records/kit/Fields'
import { opportunityFaces } from '../../../records/opportunities/faces'
import { SourceNameField } from '../../../records/sourceNames/SourceNameField'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import type { Section } from '../../../records/kit/layout'
import { isAsked, type OpportunityField, type OpportunityValues } from './values'

const inputs = { source_name: (frame: FieldProps) => <SourceNameField {...frame} /> }

interface OpportunityFieldsProps {
  section: Section<OpportunityField>
  /** The fields that cannot be left empty here. */
  required?: readonly OpportunityField[]
}

/** What a section of the form asks, as far as the deal is of that kind (OPN-4, OPE-1). */
export const OpportunityFields = ({ section, required = [] }: OpportunityFieldsProps) => {
  const { values } = useFormikContext<OpportunityValues>()
  return (
    <Fields
      of={opportunityFaces}
      names={section.fields.filter((name) => isAsked(name, values))}
      required={required}
      inputs={inputs}
    />
  )
}
