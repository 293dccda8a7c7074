import { useField } from 'formik'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Input } from '../antd/Input'
import { TextArea } from '../antd/TextArea'
import { FieldFrame, type FieldProps } from './FieldFrame'
import { isSaveKey } from './saveKey'

interface TextFieldProps extends FieldProps {
  /** UTF-16 code units; more cannot be typed. */
  max?: number
  placeholder?: string
  /** Offered while one types; any other text will do as well. Not for several lines. */
  suggestions?: readonly string[]
  /** Several lines, as many as there are. */
  multiline?: boolean
  /** What becomes of the text once the field is left, or saved from. */
  complete?: (text: string) => string
}

/** A text of one line, or of several. */
export const TextField = ({
  max,
  placeholder,
  suggestions,
  multiline = false,
  complete,
  ...frame
}: TextFieldProps) => {
  const [{ value }, , { setValue }] = useField<string>(frame.name)
  const settle = () => {
    const whole = complete?.(value) ?? value
    if (whole !== value) void setValue(whole)
  }
  return (
    <FieldFrame {...frame}>
      {(input) => {
        const shared = {
          ...input,
          name: frame.name,
          value,
          ...(max !== undefined && { maxLength: max }),
          ...(placeholder !== undefined && { placeholder }),
          status: input['aria-invalid'] ? ('error' as const) : ('' as const),
          onChange: ({ target }: { target: { value: string } }) => void setValue(target.value),
          onBlur: settle,
          // Before the form that these keys send looks at its values.
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'Enter' || isSaveKey(event)) flushSync(settle)
          },
        }
        if (multiline) return <TextArea {...shared} className="field-lines" />
        if (!suggestions) return <Input {...shared} />
        const list = `${input.id}-suggestions`
        return (
          <>
            <Input {...shared} list={list} autoComplete="off" />
            <datalist id={list}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          </>
        )
      }}
    </FieldFrame>
  )
}
