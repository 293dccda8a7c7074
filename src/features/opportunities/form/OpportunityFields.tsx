import { useFormikContext } from 'formik'
import { stages } from '../../../contract/stages'
import { Fields } from '../../../resources/kit/Fields'
import { opportunityFieldMeta } from '../../../resources/opportunities/fieldMeta'
import { noStage, stageNames } from '../../../resources/opportunities/stageNames'
import { useAskedFields } from '../../../resources/teams/useTeamChoice'
import { SourceNameField } from '../../../resources/sourceNames/SourceNameField'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import { OptionField } from '../../../ui/form/OptionField'
import type { Section } from '../../../resources/kit/layout'
import { UnitField } from './UnitField'
import { isAsked, type OpportunityField, type OpportunityValues } from './values'

const stageOptions = stages.map((value) => ({ value, label: stageNames[value] }))

const inputs = {
  stage: (frame: FieldProps) => (
    <OptionField {...frame} options={stageOptions} none={null} placeholder={noStage} />
  ),
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
  const fields = useAskedFields(section.fields, values.team_id)
  const lost = values.stage === 'lost' ? (['lost_reason'] as const) : []
  return (
    <Fields
      of={opportunityFieldMeta}
      names={fields.filter((name) => isAsked(name, values))}
      required={[...required, ...lost]}
      inputs={inputs}
    />
  )
}
