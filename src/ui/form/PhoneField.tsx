import { useField } from 'formik'
import { useLayoutEffect, useRef, type ChangeEvent, type ClipboardEvent } from 'react'
import { readPhone } from '../../contract/phone'
import { Input, type InputRef } from '../antd/Input'
import { FieldFrame, type FieldProps } from './FieldFrame'
import { broughtPhone, changedPhone, type Typing } from './phoneMask'

const startOf = ({ selectionStart, value }: HTMLInputElement) => selectionStart ?? value.length

/**
 * A phone number as '###-###-####', with dashes inserted while typing; international numbers and extensions are not
 * masked. Any usual notation is accepted; invalid input stays and shows an error.
 */
export const PhoneField = (frame: FieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<string>(frame.name)
  const field = useRef<InputRef>(null)
  const caret = useRef<number | null>(null)

  // The browser moves the caret to the end when the value changes.
  useLayoutEffect(() => {
    const place = caret.current
    caret.current = null
    if (place !== null) field.current?.setSelectionRange(place, place)
  })

  const take = (next: Typing) => {
    caret.current = next.caret
    void setValue(next.text)
  }
  const changed = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { inputType } = nativeEvent as Partial<InputEvent>
    const forward = inputType?.endsWith('Forward') ?? false
    take(changedPhone(value, { text: target.value, caret: startOf(target), forward }))
  }
  const pasted = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain')
    const { currentTarget: input } = event
    const before = value.slice(0, startOf(input))
    const after = value.slice(input.selectionEnd ?? value.length)
    const next = broughtPhone(before + text + after, text)
    take(next)
    if (readPhone(next.text) === null) void setTouched(true, false)
  }

  /** On blur, any notation is replaced by the stored form. */
  const left = () => {
    const kept = readPhone(value)
    if (kept !== null && kept !== value) void setValue(kept)
    if (value !== '') void setTouched(true, false)
  }

  return (
    <FieldFrame {...frame}>
      {(input) => (
        <Input
          {...input}
          ref={field}
          type="tel"
          name={frame.name}
          autoComplete="off"
          placeholder="999-999-9999"
          status={input['aria-invalid'] ? 'error' : ''}
          value={value}
          onChange={changed}
          onPaste={pasted}
          onBlur={left}
        />
      )}
    </FieldFrame>
  )
}
