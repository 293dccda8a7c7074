import { useField } from 'formik'
import { Input } from '../antd/Input'
import { FieldFrame, type FieldProps } from './FieldFrame'

const short = /^#([\da-f])([\da-f])([\da-f])$/i

/** The browser's palette knows six digits only; '#222' is '#222222'. */
const sixDigits = (color: string) => {
  const long = color.replace(short, '#$1$1$2$2$3$3').toLowerCase()
  return /^#[\da-f]{6}$/.test(long) ? long : '#000000'
}

/** A hex colour, typed or picked from the browser's palette. */
export const ColorField = (frame: FieldProps) => {
  const [{ value }, , { setValue }] = useField<string>(frame.name)
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
            maxLength={7}
            spellCheck={false}
            status={input['aria-invalid'] ? 'error' : ''}
            onChange={({ target }) => void setValue(target.value)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
