import Input from 'antd/es/input'
import { useField } from 'formik'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface TextFieldProps extends FieldProps {
  /** UTF-16 code units; more cannot be typed. */
  max?: number
  placeholder?: string
  /** Several lines, as many as there are. */
  multiline?: boolean
}

/** A text of one line, or of several. */
export const TextField = ({ max, placeholder, multiline = false, ...frame }: TextFieldProps) => {
  const [{ value }, , { setValue }] = useField<string>(frame.name)
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
        }
        return multiline ? <Input.TextArea {...shared} className="field-lines" /> : <Input {...shared} />
      }}
    </FieldFrame>
  )
}
