import { useFormikContext } from 'formik'
import { sourceNamesApi } from '../../../api/sourceNamesApi'
import { contract } from '../../../contract'
import { DateField } from '../../../ui/form/DateField'
import { NumberField } from '../../../ui/form/NumberField'
import { RadioField } from '../../../ui/form/RadioField'
import { RecordNameField } from '../../../ui/form/RecordField'
import { useUnit } from './useUnit'
import { feeDeterminants, labels, type OpportunityField, type OpportunityValues } from './values'

const asOptions = <V extends string>(values: readonly V[]) => values.map((value) => ({ value, label: value }))
const sourceTypes = asOptions(contract.opportunities.fields.source_type.options)
const determinants = asOptions(feeDeterminants)

interface SourceFieldsProps {
  /** The fields that cannot be left empty here. */
  required?: readonly OpportunityField[]
}

/** Where the deal comes from, and what its fees and volumes are counted by (OPN-4). */
export const SourceFields = ({ required = [] }: SourceFieldsProps) => {
  const { source_type } = useFormikContext<OpportunityValues>().values
  const unit = useUnit()
  const must = (name: OpportunityField) => required.includes(name)
  return (
    <div className="field-grid">
      <RadioField name="source_type" label={labels.source_type} options={sourceTypes} />
      {source_type !== 'DIRECT' && (
        <>
          <RecordNameField
            name="source_name"
            label={labels.source_name}
            required={must('source_name')}
            resource="sourceNames"
            endpoint={sourceNamesApi.endpoints.sourceNamesList}
            labelOf={({ name }) => name}
            placeholder="Search brokers and consultants…"
          />
          <NumberField name="source_rfp" label={labels.source_rfp} serial />
          <NumberField name="source_fee" label={labels.source_fee} prefix="$" unit={`USD / ${unit}`} />
        </>
      )}
      <RadioField
        name="fee_determinant"
        label={labels.fee_determinant}
        options={determinants}
        hint="Fees and volumes are counted in this unit; 1 dth = 10 th."
      />
      <DateField
        name="expected_close_date"
        label={labels.expected_close_date}
        required={must('expected_close_date')}
      />
      <NumberField
        name="estimated_annual_volume"
        label={labels.estimated_annual_volume}
        required={must('estimated_annual_volume')}
        unit={unit}
      />
    </div>
  )
}
