import { useField } from 'formik'
import { Password } from '../antd/Password'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
}

/** A password. It can be pasted, and looked at; what it may be is for the form's rules, not for the length of the box. */
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
