import { Form, Formik, type FormikHelpers } from 'formik'
import { useEffect, useRef, useState } from 'react'
import { object, string, type ObjectSchema } from 'yup'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useProveSecondFactorMutation } from '../../api/secondStepApi'
import { appConfirmation, secondStep } from '../../contract/secondFactor'
import { canUsePasskeys } from '../../resources/secondFactor/canUsePasskeys'
import { FocusFirstProblem } from '../../ui/form/FocusFirstProblem'
import { LightField } from '../../ui/form/LightField'
import { useWelcome, type SignInOutcome } from './useSignIn'

interface Values {
  one_time_code: string
}

const empty: Values = { one_time_code: '' }
const { max } = secondStep.fields.one_time_code
const { requiredMessage } = appConfirmation.fields.one_time_code
const schema: ObjectSchema<Values> = object({
  one_time_code: string().trim().required(requiredMessage).max(max, 'At most 40 characters'),
})

const codeField = () => document.querySelector<HTMLInputElement>('#one_time_code')

export interface SecondStepProps {
  challenge: NonNullable<SignInOutcome['challenge']>
  remember: boolean
  /** Back to the password, with what there is to say. */
  back: (error?: ApiError) => void
}

/** The second step of a sign-in: a code, or a passkey (MFA-2). */
export const SecondStep = ({ challenge: { challenge, kinds, options }, remember, back }: SecondStepProps) => {
  const [prove] = useProveSecondFactorMutation()
  const [error, setError] = useState<ApiError>()
  const [isProving, setIsProving] = useState(false)
  const welcome = useWelcome()
  const hasApp = kinds.includes('code')
  const about = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const field = codeField()
    if (hasApp && field) field.focus()
    else about.current?.focus()
  }, [hasApp])
  const [step] = useState(() => new AbortController())
  useEffect(() => () => step.abort(), [step])

  /** @returns the failure, unless it ends the step. */
  const send = async (proof: { one_time_code: string } | { passkey_response: string }) => {
    setError(undefined)
    const { data, error: refused } = await prove({ body: { challenge, ...proof }, remember })
    const failure = asApiError(refused)
    if (data) welcome(data)
    if (failure?.code !== 'challenge_ended') return failure
    if (!step.signal.aborted) back(failure)
    return undefined
  }
  const sendCode = async ({ one_time_code }: Values, { setFieldError }: FormikHelpers<Values>) => {
    const failure = await send({ one_time_code: one_time_code.trim() })
    if (failure?.code !== 'wrong_code') {
      setError(failure)
      return
    }
    setFieldError('one_time_code', failure.detail)
    codeField()?.focus()
    codeField()?.select()
  }
  const tryPasskey = async (of: object) => {
    setIsProving(true)
    try {
      const { provePasskey } = await import('../../resources/secondFactor/browserPasskeys')
      setError(await send({ passkey_response: await provePasskey(of, step.signal) }))
    } catch (refused) {
      setError(asApiError(refused as ApiError))
    } finally {
      setIsProving(false)
    }
  }

  return (
    <>
      <p ref={about} tabIndex={-1}>
        {hasApp
          ? 'Enter the code that your authenticator app shows, or one of your recovery codes.'
          : 'Use your passkey, or enter one of your recovery codes.'}
      </p>
      {error && (
        <div role="alert">
          <ul className="problems">
            <li>{error.detail}</li>
          </ul>
        </div>
      )}
      {options && canUsePasskeys() && (
        <button
          type="button"
          className="light-button"
          disabled={isProving}
          onClick={() => void tryPasskey(options)}
        >
          {isProving && <span className="spinner" aria-hidden />}
          Use a passkey
        </button>
      )}
      <Formik initialValues={empty} validationSchema={schema} onSubmit={sendCode}>
        {({ isSubmitting }) => (
          <Form className="light-form stack" noValidate>
            <FocusFirstProblem />
            <LightField
              name="one_time_code"
              label={hasApp ? 'Code' : 'Recovery code'}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
            <div className="row">
              <button type="submit" className="light-button light-button-main" disabled={isSubmitting}>
                {isSubmitting && <span className="spinner" aria-hidden />}
                Continue
              </button>
              <button type="button" className="light-button" onClick={() => back()}>
                Back
              </button>
            </div>
          </Form>
        )}
      </Formik>
    </>
  )
}
