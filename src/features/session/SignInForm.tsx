import { Field, Form, Formik } from 'formik'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ApiError } from '../../api/kit/errors'
import { credentials, type Credentials } from '../../contract/session'
import { canUsePasskeys } from '../../resources/secondFactor/canUsePasskeys'
import { FocusFirstProblem } from '../../ui/form/FocusFirstProblem'
import { LightField } from '../../ui/form/LightField'
import { credentialsSchema } from './credentialsSchema'
import { lightPart } from './lightPart'
import { useSignIn, type SignInOutcome } from './useSignIn'

const SecondStep = lightPart(async () => (await import('./SecondStep')).SecondStep)
const PasskeySignIn = lightPart(async () => (await import('./PasskeySignIn')).PasskeySignIn)

const initialValues: Required<Credentials> = {
  username: '',
  password: '',
  remember: credentials.fields.remember.default,
}

/** Focuses the password after a second step. */
const intoField = { autoFocus: true }

/** What follows the form: a second factor, or the question for a passkey. */
type NextStep =
  | { challenge: NonNullable<SignInOutcome['challenge']>; remember: boolean }
  | { passkey: true; remember: boolean }

/** Username, password and remember-me, with errors above the form (AUTH-5, AUTH-8); a passkey in their place (MFA-5). */
export const SignInForm = () => {
  const { byPassword } = useSignIn()
  const [error, setError] = useState<ApiError>()
  const [next, setNext] = useState<NextStep>()
  const [typed, setTyped] = useState(initialValues)
  const navigate = useNavigate()

  const submit = async (values: Credentials) => {
    setError(undefined)
    const sent = credentialsSchema.cast(values)
    const outcome = await byPassword(sent)
    setError(outcome.error)
    if (!outcome.challenge) return
    setTyped({ ...sent, password: '' })
    setNext({ challenge: outcome.challenge, remember: sent.remember })
  }
  const back = (reason?: ApiError) => {
    setNext(undefined)
    setError(reason)
  }

  if (next && 'challenge' in next) return <SecondStep {...next} back={back} />
  return (
    <>
      {error && (
        <div role="alert">
          <ul className="problems">
            <li>{error.detail}</li>
          </ul>
        </div>
      )}
      <Formik initialValues={typed} validationSchema={credentialsSchema} onSubmit={submit}>
        {({ isSubmitting, values }) => (
          <Form className="light-form stack" noValidate>
            <FocusFirstProblem />
            <LightField name="username" label="Username" autoComplete="username" autoCapitalize="none" />
            <LightField
              name="password"
              label="Password"
              type="password"
              autoComplete="current-password"
              {...(typed !== initialValues && intoField)}
            />
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
            {canUsePasskeys() && (
              <button
                type="button"
                className="light-button"
                disabled={next !== undefined}
                onClick={() => {
                  setError(undefined)
                  setNext({ passkey: true, remember: values.remember })
                }}
              >
                Sign in with a passkey
              </button>
            )}
            <p>
              <Link to="/login/forgotten-password">Forgot your password?</Link>
            </p>
          </Form>
        )}
      </Formik>
      {next && <PasskeySignIn remember={next.remember} failed={back} />}
    </>
  )
}
