import { useField } from 'formik'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Input } from '../antd/Input'
import { TextArea } from '../antd/TextArea'
import { FieldFrame, type FieldProps } from './FieldFrame'
import { pasteInOneLine } from './pasteInOneLine'
import { isSaveKey } from '../page/keyboardEvents'

interface TextFieldProps extends FieldProps {
  placeholder?: string
  /** Suggestions while typing; other texts are valid, too. Not for multi-line fields. */
  suggestions?: readonly string[]
  /** Multi-line, growing with its content. */
  multiline?: boolean
  /** Autofill: only for the user's own data (K20). */
  autoComplete?: string
  /** Completes the text on blur or save. */
  complete?: (text: string) => string
}

/** A text input of one line or of several. */
export const TextField = ({
  placeholder,
  suggestions,
  multiline = false,
  autoComplete = 'off',
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
          autoComplete,
          value,
          ...(placeholder !== undefined && { placeholder }),
          status: input['aria-invalid'] ? ('error' as const) : ('' as const),
          onChange: ({ target }: { target: { value: string } }) => void setValue(target.value),
          onBlur: settle,
          // Before the form submitted by these keys reads its values.
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'Enter' || isSaveKey(event)) flushSync(settle)
          },
        }
        if (multiline) return <TextArea {...shared} className="field-lines" />
        if (!suggestions) return <Input {...shared} onPaste={pasteInOneLine} />
        const list = `${input.id}-suggestions`
        return (
          <>
            <Input {...shared} list={list} onPaste={pasteInOneLine} />
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
