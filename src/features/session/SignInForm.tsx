import { Field, Form, Formik } from 'formik'
import { credentials, type Credentials } from '../../contract/session'
import { FocusFirstProblem } from '../../ui/form/FocusFirstProblem'
import { LightField } from '../../ui/form/LightField'
import { usePlace } from '../../ui/page/place'
import { credentialsSchema } from './credentialsSchema'
import { useSignIn } from './useSignIn'

const initialValues: Required<Credentials> = {
  username: '',
  password: '',
  remember: credentials.fields.remember.default,
}

/** Username, password and remember-me, with errors above the form (AUTH-5, AUTH-8). */
export const SignInForm = () => {
  const { signIn, error } = useSignIn()
  const { go } = usePlace()
  return (
    <>
      {error && (
        <div role="alert">
          <ul className="problems">
            <li>{error.detail}</li>
          </ul>
        </div>
      )}
      <Formik
        initialValues={initialValues}
        validationSchema={credentialsSchema}
        onSubmit={(values) => signIn(credentialsSchema.cast(values))}
      >
        {({ isSubmitting }) => (
          <Form className="light-form" noValidate>
            <FocusFirstProblem />
            <LightField name="username" label="Username" autoComplete="username" autoCapitalize="none" />
            <LightField name="password" label="Password" type="password" autoComplete="current-password" />
            <div className="remember">
              <Field type="checkbox" name="remember" id="remember" />
              <label htmlFor="remember">Remember me</label>
            </div>
            <div className="light-actions">
              <button type="submit" className="light-button light-button-main" disabled={isSubmitting}>
                {isSubmitting && <span className="spinner" aria-hidden />}
                Log In
              </button>
              <button type="button" className="light-button" onClick={() => go('/login/create-user')}>
                Create User
              </button>
            </div>
          </Form>
        )}
      </Formik>
    </>
  )
}
