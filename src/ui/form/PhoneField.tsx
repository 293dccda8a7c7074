import { useField } from 'formik'
import { useLayoutEffect, useRef, type ChangeEvent, type ClipboardEvent } from 'react'
import { Input, type InputRef } from '../antd/Input'
import { FieldFrame, type FieldProps } from './FieldFrame'
import { broughtPhone, changedPhone, isMasked, type Typing } from './phoneMask'

const startOf = ({ selectionStart, value }: HTMLInputElement) => selectionStart ?? value.length

/**
 * A phone number as '###-###-####', its dashes set while one types. A pasted number can have any usual form; what cannot
 * be read as one stays, and is told of.
 */
export const PhoneField = (frame: FieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<string>(frame.name)
  const field = useRef<InputRef>(null)
  const caret = useRef<number | null>(null)

  // The browser puts the caret at the end of a text that has become another one.
  useLayoutEffect(() => {
    const place = caret.current
    caret.current = null
    if (place !== null) field.current?.setSelectionRange(place, place)
  })

  const take = (next: Typing) => {
    caret.current = next.caret
    void setValue(next.text)
    if (!isMasked(next.text)) void setTouched(true, false)
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
    take(broughtPhone(before + text + after, text))
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
        />
      )}
    </FieldFrame>
  )
}
