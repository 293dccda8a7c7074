import { useField } from 'formik'
import { Input } from '../antd/Input'
import { FieldFrame, type FieldProps } from './FieldFrame'

const short = /^#([\da-f])([\da-f])([\da-f])$/i

/** The native colour input accepts six digits only; '#222' becomes '#222222'. */
const sixDigits = (color: string) => {
  const long = color.replace(short, '#$1$1$2$2$3$3').toLowerCase()
  return /^#[\da-f]{6}$/.test(long) ? long : '#000000'
}

/** A hex colour, typed or chosen in the native colour input. */
export const ColorField = (frame: FieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<string>(frame.name)
  return (
    <FieldFrame {...frame}>
      {(input) => (
        <div className="color-input">
          <input
            type="color"
            aria-label={`${frame.label}, palette`}
            value={sixDigits(value)}
            onChange={({ target }) => void setValue(target.value)}
          />
          <Input
            {...input}
            name={frame.name}
            value={value}
            autoComplete="off"
            spellCheck={false}
            status={input['aria-invalid'] ? 'error' : ''}
            onChange={({ target }) => {
              if (target.value.trim().length > sixDigits('').length) void setTouched(true, false)
              void setValue(target.value)
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
