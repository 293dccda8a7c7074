import { useFormikContext } from 'formik'
import { fieldMetaOf } from '../../../resources/kit/fieldMeta'
import { opportunityFieldMeta } from '../../../resources/opportunities/fieldMeta'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import { RadioField } from '../../../ui/form/RadioField'
import { inDekatherms, type OpportunityValues } from './values'

const { nameOf } = fieldMetaOf(opportunityFieldMeta, 'dekatherms')
const options = [false, true].map((value) => ({ value, label: nameOf?.(value as never) ?? String(value) }))

/** The unit of fees and volumes. A change converts every number in it. */
export const UnitField = (frame: FieldProps) => {
  const { values, setValues } = useFormikContext<OpportunityValues>()
  return (
    <RadioField
      {...frame}
      options={options}
      choose={(dekatherms) => setValues(inDekatherms(values, dekatherms))}
    />
  )
}
