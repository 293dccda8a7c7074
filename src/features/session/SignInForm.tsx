import { Field, Form, Formik } from 'formik'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ApiError } from '../../api/kit/errors'
import { credentials, type Credentials } from '../../contract/session'
import { FocusFirstProblem } from '../../ui/form/FocusFirstProblem'
import { LightField } from '../../ui/form/LightField'
import { credentialsSchema } from './credentialsSchema'
import { useSignIn } from './useSignIn'

const initialValues: Required<Credentials> = {
  username: '',
  password: '',
  remember: credentials.fields.remember.default,
}

/** Username, password and remember-me, with errors above the form (AUTH-5, AUTH-8). */
export const SignInForm = () => {
  const { byPassword } = useSignIn()
  const [error, setError] = useState<ApiError>()
  const navigate = useNavigate()

  const submit = async (values: Credentials) => {
    setError(undefined)
    setError(await byPassword(credentialsSchema.cast(values)))
  }

  return (
    <>
      {error && (
        <div role="alert">
          <ul className="problems">
            <li>{error.detail}</li>
          </ul>
        </div>
      )}
      <Formik initialValues={initialValues} validationSchema={credentialsSchema} onSubmit={submit}>
        {({ isSubmitting }) => (
          <Form className="light-form stack" noValidate>
            <FocusFirstProblem />
            <LightField name="username" label="Username" autoComplete="username" autoCapitalize="none" />
            <LightField name="password" label="Password" type="password" autoComplete="current-password" />
            <div className="remember line">
              <Field type="checkbox" name="remember" id="remember" />
              <label htmlFor="remember">Remember me</label>
            </div>
            <div className="row">
              <button type="submit" className="light-button light-button-main" disabled={isSubmitting}>
                {isSubmitting && <span className="spinner" aria-hidden />}
                Log In
              </button>
              <button
                type="button"
                className="light-button"
                onClick={() => void navigate('/login/create-user')}
              >
                Create User
              </button>
            </div>
            <p>
              <Link to="/login/forgotten-password">Forgot your password?</Link>
            </p>
          </Form>
        )}
      </Formik>
    </>
  )
}
