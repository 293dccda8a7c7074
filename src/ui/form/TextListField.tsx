import { useField } from 'formik'
import { useState } from 'react'
import { TextArea } from '../antd/TextArea'
import { FieldFrame, type FieldProps } from './FieldFrame'

const linesIn = (text: string) =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Several short texts, one per line; commas and semicolons of a pasted list separate them, too. */
export const TextListField = (frame: FieldProps) => {
  const [{ value }, , { setValue }] = useField<string[]>(frame.name)
  const [typed, setTyped] = useState<string | null>(null)
  // A value set from outside the input replaces the typed text.
  const stands = typed !== null && JSON.stringify(linesIn(typed)) === JSON.stringify(value)
  return (
    <FieldFrame {...frame}>
      {(input) => (
        <TextArea
          {...input}
          className="field-lines"
          name={frame.name}
          autoComplete="off"
          status={input['aria-invalid'] ? 'error' : ''}
          value={stands ? typed : value.join('\n')}
          onChange={({ target }) => {
            setTyped(target.value)
            void setValue(linesIn(target.value))
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </FieldFrame>
  )
}
