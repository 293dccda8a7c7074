import { Form, Formik, type FormikConfig, type FormikHelpers } from 'formik'
import {
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import type { ObjectSchema } from 'yup'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useStillHere } from '../leaving/guards'
import { FormPlaceContext, formPlace } from './fieldIds'
import { FocusFirstProblem } from './FocusFirstProblem'
import { FormDraft, type DraftProps } from './FormDraft'
import { FormProblems, type ExplainRefusal } from './FormProblems'
import { isSaveKey } from './saveKey'
import type { FormStatus } from './useProblem'
import { SavedContext, useSubmission } from './useSubmission'
import './edit-form.css'

/** What a submit rejects with that was called off by whoever had asked for it: nothing is saved, and nothing wrong. */
export class CalledOff extends Error {}

export interface FormStateProps<V extends object> {
  initialValues: V
  schema: ObjectSchema<V>
  /**
   * Rejects with the ApiError of a call that was refused; the form then keeps everything that was typed. Once it has
   * succeeded, the same values are not sent again.
   */
  submit: (values: V) => Promise<unknown>
  /** Once it has been saved, for whoever is still on the page: leads away, or closes. Nobody is asked then. */
  done?: () => void
  /** The same values may be sent again: they ask for something, and save nothing. */
  repeats?: boolean
  /** It stays once it has been saved, and begins anew with what was saved. */
  rests?: boolean
  /** Other initial values begin the form anew, instead of being what it might go back to only. */
  restarts?: boolean
  children: ReactNode
}

/** The values of a form and what is wrong with them, around whatever shows it. */
export const FormState = <V extends object>({
  initialValues,
  schema,
  submit,
  done,
  repeats = false,
  rests = false,
  restarts = false,
  children,
}: FormStateProps<V>) => {
  const id = useId()
  const place = useMemo(() => formPlace(id), [id])

  const known = useRef<V | null>(null)
  const [shown, setShown] = useState<V | null>(null)
  const abandoned = useRef(false)
  const saved = useMemo(() => {
    const abandon = () => {
      abandoned.current = true
    }
    return { shown, known, abandoned, abandon }
  }, [shown])
  const running = useRef<Promise<void> | null>(null)
  const beginHere = useStillHere()

  const send = async (values: V, { setStatus, resetForm }: FormikHelpers<V>) => {
    setStatus(undefined)
    const isStillHere = beginHere()
    try {
      await submit(values)
      if (rests) resetForm({ values })
      else if (!repeats) {
        known.current = values
        setShown(values)
      }
      if (isStillHere()) done?.()
    } catch (cause) {
      if (cause instanceof CalledOff) return
      const error = asApiError(cause as ApiError)
      if (error) setStatus({ error, values } satisfies FormStatus)
    } finally {
      running.current = null
    }
  }
  // Who asks again before React has shown that the form is busy gets the same answer.
  const sendOnce: FormikConfig<V>['onSubmit'] = (values, helpers) =>
    (running.current ??= send(values, helpers))

  return (
    <FormPlaceContext value={place}>
      <Formik
        initialValues={initialValues}
        enableReinitialize={restarts}
        validationSchema={schema}
        onSubmit={sendOnce}
      >
        <SavedContext value={saved}>{children}</SavedContext>
      </Formik>
    </FormPlaceContext>
  )
}

/** The key saves from wherever in the form one is. */
const saveByKey = (event: KeyboardEvent<HTMLFormElement>) => {
  if (!isSaveKey(event)) return
  event.preventDefault()
  if (!event.repeat) event.currentTarget.requestSubmit()
}

interface FormBodyProps {
  /** What the form is for, for screen readers. */
  label: string
  /** What has been typed outlives a reload and a lost session under this name; null where nothing of it may be kept. */
  draft: DraftProps | null
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
export const FormBody = ({ label, draft, proceed, explain, children }: FormBodyProps) => {
  const { submit, isBusy } = useSubmission()
  return (
    <Form
      className="edit-form"
      aria-label={label}
      noValidate
      onKeyDown={saveByKey}
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        if (!isBusy) (proceed ?? submit)()
      }}
    >
      <FocusFirstProblem />
      <FormProblems explain={explain} />
      {draft && <FormDraft key={draft.name} {...draft} />}
      {children}
    </Form>
  )
}
