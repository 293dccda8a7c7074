import { bureauSearch, type BureauSearch } from '../../contract/bureau'
import { StateCodeField } from '../../records/states/StateField'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { FormBody, FormState } from '../../ui/form/EditForm'
import { TextField } from '../../ui/form/TextField'
import { schema } from './asked'

const { city, organization_name } = bureauSearch.fields

interface SearchFormProps {
  values: BureauSearch
  ask: (wanted: BureauSearch) => void
  /** An answer is on its way. */
  isAsking: boolean
}

/** What the bureau is asked for: all three parts count (BUR-1). */
export const SearchForm = ({ values, ask, isAsking }: SearchFormProps) => (
  <FormState initialValues={values} schema={schema} submit={async (wanted) => ask(wanted)} repeats restarts>
    <FormBody label="Search the credit bureau" draft={null}>
      <div className="bureau-fields">
        <StateCodeField name="state" label="State" required />
        <TextField name="city" label="City" required max={city.max} />
        <TextField name="organization_name" label="Organization Name" required max={organization_name.max} />
        <BusyButton type="primary" htmlType="submit" busy={isAsking}>
          Search
        </BusyButton>
      </div>
    </FormBody>
  </FormState>
)
