import { useField } from 'formik'
import { Password } from '../antd/Password'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
}

/** A password input with pasting and a visibility toggle. The schema checks the length, not the input. */
export const PasswordField = ({ autoComplete, ...frame }: PasswordFieldProps) => {
  const [{ value }, , { setValue }] = useField<string>(frame.name)
  return (
    <FieldFrame {...frame}>
      {(input) => (
        <Password
          {...input}
          name={frame.name}
          value={value}
          autoComplete={autoComplete}
          status={input['aria-invalid'] ? 'error' : ''}
          onChange={({ target }) => void setValue(target.value)}
        />
      )}
    </FieldFrame>
  )
}
