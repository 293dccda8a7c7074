import { Button } from '../../ui/antd/Button'
import { useFormikContext } from 'formik'
import type { ClipboardEvent } from 'react'
import type { Row } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { TextField } from '../../ui/form/TextField'
import { useStates } from '../states/useStates'
import { asOneLine, readAddress } from './pastedAddress'

interface StreetFieldProps extends FieldProps {
  /** The form's value of a state: the id in an address, the code in an organization. */
  stateKey: 'state_id' | 'acronym'
}

interface AddressValues {
  address_street: string
  city: string
  zip_code: string
  state: Row<'states'>['state_id' | 'acronym'] | null
}

/**
 * The street of an address. If it contains a complete address, as after pasting one, it offers to fill street, city,
 * state and zip code.
 */
export const StreetField = ({ stateKey, ...frame }: StreetFieldProps) => {
  const { values, setValues } = useFormikContext<AddressValues>()
  const { states = [] } = useStates()
  const read = readAddress(values.address_street, states)

  const pasted = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    // The input would join the lines of an address without separators.
    if (!/[\r\n]/.test(text.trim()) || !readAddress(text, states)) return
    event.preventDefault()
    event.stopPropagation()
    void setValues((known) => ({ ...known, address_street: asOneLine(text) }))
  }
  const fill = () => {
    if (!read) return
    const { state, ...texts } = read
    void setValues((known) => ({ ...known, ...texts, state: state[stateKey] }))
  }
  return (
    <div onPasteCapture={pasted}>
      <TextField {...frame} />
      <p className="field-hint" role="status">
        {read && (
          <>
            This is a whole address.{' '}
            <Button size="small" onClick={fill}>
              Fill street, city, state and ZIP code
            </Button>
          </>
        )}
      </p>
    </div>
  )
}
