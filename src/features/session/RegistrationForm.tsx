import { Form, Formik, type FormikHelpers } from 'formik'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { object, type ObjectSchema } from 'yup'
import { asApiError } from '../../api/kit/errors'
import { useAppSelector } from '../../api/kit/hooks'
import { useRegisterMutation } from '../../api/sessionApi'
import { registration, type RegistrationAnswer, type Registration, type UserType } from '../../contract/users'
import { passwordRules, passwordSchema, repeatedSchema } from '../../resources/users/passwordSchema'
import { FocusFirstProblem } from '../../ui/form/FocusFirstProblem'
import { LightField } from '../../ui/form/LightField'
import { schemaOf } from '../../ui/form/schemaOf'
import type { FormStatus } from '../../ui/form/useProblem'
import { FormRefusal } from './FormRefusal'
import { UserTypes } from './UserTypes'

interface Values extends Record<'username' | 'first_name' | 'last_name' | 'email', string> {
  user_type: UserType | null
  password: string
  repeated: string
}

const empty: Values = {
  user_type: null,
  username: '',
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  repeated: '',
}

const schema = schemaOf(registration, ['user_type', 'username', 'first_name', 'last_name', 'email']).concat(
  object({ password: passwordSchema(), repeated: repeatedSchema() }),
) as unknown as ObjectSchema<Values>

const registrationIn = ({ user_type, username, first_name, last_name, email, password }: Values) =>
  ({ user_type, username, first_name, last_name, email, password }) as Registration

/** Name, email, user name and the password twice (AUTH-16). */
export const RegistrationForm = ({ done }: { done: (registered: RegistrationAnswer) => void }) => {
  const userType = useAppSelector(({ preferences }) => preferences.userType)
  const [register] = useRegisterMutation()
  const [isShown, setIsShown] = useState(false)
  const secret = { type: isShown ? 'text' : 'password', autoComplete: 'new-password', autoCapitalize: 'none' }

  const submit = async (values: Values, { setStatus }: FormikHelpers<Values>) => {
    setStatus(undefined)
    const { data, error } = await register(registrationIn(values))
    if (data) done(data)
    else setStatus({ error: asApiError(error), values })
  }

  return (
    <Formik initialValues={{ ...empty, user_type: userType }} validationSchema={schema} onSubmit={submit}>
      {({ values, status, isSubmitting, setFieldValue, submitCount, errors }) => (
        <Form className="light-form stack" noValidate>
          <FocusFirstProblem />
          <FormRefusal status={status as FormStatus} />
          <UserTypes
            chosen={values.user_type}
            choose={(type) => void setFieldValue('user_type', type)}
            problem={submitCount > 0 ? errors.user_type : undefined}
          />
          <LightField
            name="username"
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <LightField name="first_name" label="First name" autoComplete="given-name" />
          <LightField name="last_name" label="Last name" autoComplete="family-name" />
          <LightField name="email" label="Email" type="email" autoComplete="email" />
          <LightField name="password" label="Password" hint={passwordRules} {...secret} />
          <LightField name="repeated" label="Password, once more" {...secret} />
          <div className="remember line">
            <input
              type="checkbox"
              id="show-passwords"
              checked={isShown}
              onChange={({ target }) => setIsShown(target.checked)}
            />
            <label htmlFor="show-passwords">Show the passwords</label>
          </div>
          <div className="row">
            <button type="submit" className="light-button light-button-main" disabled={isSubmitting}>
              {isSubmitting && <span className="spinner" aria-hidden />}
              Create User
            </button>
            <Link to="/login" className="light-button">
              Back to sign-in
            </Link>
          </div>
        </Form>
      )}
    </Formik>
  )
}
