import { Form, Formik, type FormikHelpers } from 'formik'
import { useEffect, useRef, useState } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useInstallationQuery } from '../../api/installationApi'
import { useAskPasswordResetMutation } from '../../api/sessionApi'
import { passwordResetRequest } from '../../contract/passwordReset'
import { FocusFirstProblem } from '../../ui/form/FocusFirstProblem'
import { LightField } from '../../ui/form/LightField'
import { schemaOf } from '../../ui/form/schemaOf'
import type { FormStatus } from '../../ui/form/useProblem'
import { LightPage } from '../../ui/page/LightPage'
import { BackToSignIn } from './BackToSignIn'
import { FormRefusal } from './FormRefusal'

const empty = { account: '' }
const schema = schemaOf(passwordResetRequest, ['account'])

/** What was asked for; the text does not depend on whether there is such an account. */
const Asked = () => {
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <>
      <div ref={message} tabIndex={-1} className="registration-received stack">
        <p>
          If there is an active account with this name or email, a link was sent to its confirmed email. Open
          it within an hour.
        </p>
        <p className="quiet">
          No mail came? The email may not be confirmed, or you sign in through your directory. Ask your
          contact at the provider, whose team can set a password.
        </p>
      </div>
      <BackToSignIn main />
    </>
  )
}

const AskForm = ({ done }: { done: () => void }) => {
  const [ask] = useAskPasswordResetMutation()
  const submit = async (values: typeof empty, { setStatus }: FormikHelpers<typeof empty>) => {
    setStatus(undefined)
    const { error } = await ask({ account: values.account.trim() })
    if (error) setStatus({ error: asApiError(error), values })
    else done()
  }
  return (
    <Formik initialValues={empty} validationSchema={schema} onSubmit={submit}>
      {({ status, isSubmitting }) => (
        <Form className="light-form stack" noValidate>
          <FocusFirstProblem />
          <FormRefusal status={status as FormStatus} />
          <LightField
            name="account"
            label="Username or email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <button type="submit" className="light-button light-button-main" disabled={isSubmitting}>
            {isSubmitting && <span className="spinner" aria-hidden />}
            Send the link
          </button>
          <BackToSignIn />
        </Form>
      )}
    </Formik>
  )
}

/** /login/forgotten-password: asks for a link to set a new password, where the installation sends mail (RESET-1). */
export const Page = () => {
  const { data: installation, isLoading } = useInstallationQuery(undefined)
  const [isAsked, setIsAsked] = useState(false)
  return (
    <LightPage title={isAsked ? 'Look into your mail' : 'Forgot your password?'}>
      {isLoading && <p role="status">Loading...</p>}
      {!isLoading && installation?.sends_links === false && (
        <>
          <p>The provider’s team can set a new password for you. Ask your contact there.</p>
          <BackToSignIn main />
        </>
      )}
      {!isLoading &&
        installation?.sends_links !== false &&
        (isAsked ? <Asked /> : <AskForm done={() => setIsAsked(true)} />)}
    </LightPage>
  )
}
