import { useFormikContext } from 'formik'
import { Fields } from '../../../resources/kit/Fields'
import { opportunityFieldMeta } from '../../../resources/opportunities/fieldMeta'
import { SourceNameField } from '../../../resources/sourceNames/SourceNameField'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import type { Section } from '../../../resources/kit/layout'
import { UnitField } from './UnitField'
import { isAsked, type OpportunityField, type OpportunityValues } from './values'

const inputs = {
  source_name: (frame: FieldProps) => <SourceNameField {...frame} />,
  dekatherms: (frame: FieldProps) => <UnitField {...frame} />,
}

interface OpportunityFieldsProps {
  section: Section<OpportunityField>
  /** Fields required in this form. */
  required?: readonly OpportunityField[]
}

/** The fields of a section, as far as they apply to the kind of deal (OPN-4, OPE-1). */
export const OpportunityFields = ({ section, required = [] }: OpportunityFieldsProps) => {
  const { values } = useFormikContext<OpportunityValues>()
  return (
    <Fields
      of={opportunityFieldMeta}
      names={section.fields.filter((name) => isAsked(name, values))}
      required={required}
      inputs={inputs}
    />
  )
}
