import { Form, Formik, type FormikHelpers } from 'formik'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { object, type ObjectSchema } from 'yup'
import { asApiError } from '../../api/kit/errors'
import { useResetPasswordMutation } from '../../api/sessionApi'
import { passwordRules, passwordSchema, repeatedSchema } from '../../resources/users/passwordSchema'
import { FocusFirstProblem } from '../../ui/form/FocusFirstProblem'
import { LightField } from '../../ui/form/LightField'
import type { FormStatus } from '../../ui/form/useProblem'
import { LightPage } from '../../ui/page/LightPage'
import { BackToSignIn } from './BackToSignIn'
import { FormRefusal } from './FormRefusal'

interface Values {
  password: string
  repeated: string
}

const empty: Values = { password: '', repeated: '' }
const schema: ObjectSchema<Values> = object({ password: passwordSchema(), repeated: repeatedSchema() })
const secret = { type: 'password', autoComplete: 'new-password', autoCapitalize: 'none' }

/** A message in the form's place, which takes the focus. */
const Outcome = ({ text, isFailure = false }: { text: string; isFailure?: boolean }) => {
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <div ref={message} tabIndex={-1} role={isFailure ? 'alert' : undefined} className="registration-received">
      <p>{text}</p>
    </div>
  )
}

/**
 * /reset-password: the target of the link that sets a new password (RESET-2). The token is after the `#`, which browsers
 * do not send; opening the page does not use the link up.
 */
export const Page = () => {
  const [token] = useState(() => location.hash.slice(1))
  const [reset] = useResetPasswordMutation()
  const [ended, setEnded] = useState<string>()
  const [isDone, setIsDone] = useState(false)

  const submit = async (values: Values, { setStatus }: FormikHelpers<Values>) => {
    setStatus(undefined)
    const error = asApiError((await reset({ token, password: values.password })).error)
    if (!error) setIsDone(true)
    else if (error.fields?.['token']) setEnded(error.fields['token'])
    else setStatus({ error, values })
  }

  if (isDone)
    return (
      <LightPage title="Your password is set">
        <Outcome text="Sign in with it. You were signed out everywhere else." />
        <BackToSignIn main />
      </LightPage>
    )
  if (ended !== undefined)
    return (
      <LightPage title="The link is no longer good">
        <Outcome text={ended} isFailure />
        <div className="row">
          <Link to="/login/forgotten-password" className="light-button light-button-main">
            Ask for another link
          </Link>
        </div>
      </LightPage>
    )
  return (
    <LightPage title="Set a new password">
      <Formik initialValues={empty} validationSchema={schema} onSubmit={submit}>
        {({ status, isSubmitting }) => (
          <Form className="light-form stack" noValidate>
            <FocusFirstProblem />
            <FormRefusal status={status as FormStatus} />
            <LightField name="password" label="New password" hint={passwordRules} {...secret} />
            <LightField name="repeated" label="New password, once more" {...secret} />
            <button type="submit" className="light-button light-button-main" disabled={isSubmitting}>
              {isSubmitting && <span className="spinner" aria-hidden />}
              Set password
            </button>
          </Form>
        )}
      </Formik>
    </LightPage>
  )
}
