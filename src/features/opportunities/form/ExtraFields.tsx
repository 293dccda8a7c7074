import { contract } from '../../../contract'
import { DateTimeField } from '../../../ui/form/DateTimeField'
import { NumberField } from '../../../ui/form/NumberField'
import { RadioField } from '../../../ui/form/RadioField'
import { TextField } from '../../../ui/form/TextField'
import { useUnit } from './useUnit'
import { labels } from './values'

const { broker_name, credit_request, notes } = contract.opportunities.fields
const creditRequests = credit_request.options.map((value) => ({ value, label: value.toUpperCase() }))

/** What can be said of an opportunity besides: always shown when it is edited (OPE-1). */
export const ExtraFields = () => {
  const unit = useUnit()
  return (
    <div className="field-grid">
      <NumberField name="sales_annual_volume_manual" label={labels.sales_annual_volume_manual} unit={unit} />
      <DateTimeField
        name="pricing_due_date"
        label={labels.pricing_due_date}
        hint="Without a time, the whole day."
      />
      <TextField name="broker_name" label={labels.broker_name} max={broker_name.max} />
      <NumberField name="broker_fee" label={labels.broker_fee} prefix="$" unit={`USD / ${unit}`} />
      <RadioField name="credit_request" label={labels.credit_request} options={creditRequests} />
      <div className="field-whole">
        <TextField name="notes" label={labels.notes} max={notes.max} multiline />
      </div>
    </div>
  )
}
