import { contract } from '../../../contract'
import { TextField } from '../../../ui/form/TextField'
import { TagsField } from '../../tags/public'
import { labels } from './values'

const { opportunity_name, sales_represented } = contract.opportunities.fields

/** What every opportunity is asked first. */
export const DealFields = () => (
  <div className="field-grid">
    <div className="field-whole">
      <TextField
        name="opportunity_name"
        label={labels.opportunity_name}
        required
        max={opportunity_name.max}
      />
    </div>
    <TagsField name="tags" label={labels.tags} />
    <TextField name="sales_represented" label={labels.sales_represented} max={sales_represented.max} />
  </div>
)
