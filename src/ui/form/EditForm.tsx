import { Form, Formik, type FormikConfig } from 'formik'
import { useId, useMemo, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react'
import type { ObjectSchema } from 'yup'
import { asApiError, type ApiError } from '../../api/errors'
import { FormPlaceContext } from './fieldIds'
import { FocusFirstProblem } from './FocusFirstProblem'
import { FormProblems, type ExplainRefusal } from './FormProblems'
import type { FormStatus } from './useProblem'
import './edit-form.css'

export interface FormStateProps<V extends object> {
  initialValues: V
  schema: ObjectSchema<V>
  /** Rejects with the ApiError of a call that was refused; the form then keeps everything that was typed. */
  submit: (values: V) => Promise<unknown>
  /** Other initial values begin the form anew, instead of being what it might go back to only. */
  restarts?: boolean
  children: ReactNode
}

/** The values of a form and what is wrong with them, around whatever shows it. */
export const FormState = <V extends object>({
  initialValues,
  schema,
  submit,
  restarts = false,
  children,
}: FormStateProps<V>) => {
  const id = useId()
  const place = useMemo(() => ({ id, labels: new Map<string, string>() }), [id])

  const send: FormikConfig<V>['onSubmit'] = async (values, { setStatus }) => {
    setStatus(undefined)
    try {
      await submit(values)
    } catch (cause) {
      const error = asApiError(cause as ApiError)
      if (error) setStatus({ error, values } satisfies FormStatus)
    }
  }

  return (
    <FormPlaceContext value={place}>
      <Formik
        initialValues={initialValues}
        enableReinitialize={restarts}
        validationSchema={schema}
        onSubmit={send}
      >
        <>{children}</>
      </Formik>
    </FormPlaceContext>
  )
}

/** Ctrl+S or ⌘S saves from wherever in the form one is. */
const saveKey = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

interface FormBodyProps {
  /** What the form is for, for screen readers. */
  label: string
  /** What Enter and Ctrl+S do where it is not yet the form that is sent: the next of several steps. */
  proceed?: (() => void) | undefined
  /** Says more of a refusal than its bare message, where it can. */
  explain?: ExplainRefusal
  children: ReactNode
}

/**
 * The form itself. Problems show after the first submit, then live; the focus goes to the first; what the server
 * refuses stands at its field until the value is another one.
 */
export const FormBody = ({ label, proceed, explain, children }: FormBodyProps) => (
  <Form
    className="edit-form"
    aria-label={label}
    noValidate
    onKeyDown={saveKey}
    {...(proceed && {
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault()
        proceed()
      },
    })}
  >
    <FocusFirstProblem />
    <FormProblems explain={explain} />
    {children}
  </Form>
)
