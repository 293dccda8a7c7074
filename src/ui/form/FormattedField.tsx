import { formats } from '../../contract/formats'
import type { FieldProps } from './FieldFrame'
import { TextField } from './TextField'

/** A text that on blur and save takes the form in which it is stored. */
const formatted = (format: 'email' | 'taxId' | 'duns') =>
  function FormattedField(frame: FieldProps) {
    return <TextField {...frame} complete={formats[format].kept} />
  }

export const EmailField = formatted('email')
export const TaxIdField = formatted('taxId')
export const DunsField = formatted('duns')
