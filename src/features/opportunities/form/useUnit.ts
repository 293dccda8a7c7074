import { useFormikContext } from 'formik'
import type { OpportunityValues } from './values'

type Counted = Pick<OpportunityValues, 'fee_determinant'>

/** What volumes are counted in: dekatherms, unless the opportunity counts in therms. */
export const unitFor = ({ fee_determinant }: Counted): 'th' | 'dth' =>
  fee_determinant === 'Per_Therm' ? 'th' : 'dth'

/** Inside the form: the unit that is chosen right now. */
export const useUnit = () => unitFor(useFormikContext<Counted>().values)
