import { Button } from '../../ui/button/Button'
import { useFormikContext } from 'formik'
import type { ClipboardEvent } from 'react'
import { contract, type Row } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { TextField } from '../../ui/form/TextField'
import { useStates } from '../states/useStates'
import { asOneLine, readAddress } from './pastedAddress'

interface StreetFieldProps extends FieldProps {
  /** What the form keeps of a state: an address its id, an organization its code. */
  stateKey: 'state_id' | 'acronym'
}

interface AddressValues {
  address_street: string
  city: string
  zip_code: string
  state: Row<'states'>['state_id' | 'acronym'] | null
}

/**
 * The street of an address. Where a whole address stands in it, as one that was pasted does, it offers to fill street,
 * city, state and zip code.
 */
export const StreetField = ({ stateKey, ...frame }: StreetFieldProps) => {
  const { values, setValues } = useFormikContext<AddressValues>()
  const { states = [] } = useStates()
  const read = readAddress(values.address_street, states)

  const pasted = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    // An input would join the lines of an address without anything between them.
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
      <TextField {...frame} max={contract.addresses.fields.address_street.max} />
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
