import type { BureauSearch } from '../../contract/bureau'
import { StateCodeField } from '../../resources/states/StateField'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { FormBody, FormState } from '../../ui/form/EditForm'
import { TextField } from '../../ui/form/TextField'
import { schema } from './searchParams'

interface SearchFormProps {
  values: BureauSearch
  ask: (wanted: BureauSearch) => void
  /** A search is pending. */
  isAsking: boolean
}

/** The bureau search: all three fields count (BUR-1). */
export const SearchForm = ({ values, ask, isAsking }: SearchFormProps) => (
  <FormState initialValues={values} schema={schema} submit={async (wanted) => ask(wanted)} repeats restarts>
    <FormBody label="Search the credit bureau" draft={null}>
      <div className="bureau-fields panel">
        <StateCodeField name="state" label="State" required />
        <TextField name="city" label="City" required />
        <TextField name="organization_name" label="Organization Name" required />
        <BusyButton type="primary" htmlType="submit" busy={isAsking}>
          Search
        </BusyButton>
      </div>
    </FormBody>
  </FormState>
)
