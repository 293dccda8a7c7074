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
import { useStillHere } from '../navigationGuard/guards'
import { FormPlaceContext, formPlace } from './fieldIds'
import { FocusFirstProblem } from './FocusFirstProblem'
import { FormDraft, type DraftProps } from './FormDraft'
import { FormProblems, type ExplainRefusal } from './FormProblems'
import { isSaveKey } from '../page/keyboardEvents'
import type { FormStatus } from './useProblem'
import { SavedContext, useSubmission } from './useSubmission'
import './edit-form.css'

/** Rejection of a submit that its caller cancelled: nothing is saved, and no error is shown. */
export class SubmissionCancelled extends Error {}

export interface FormStateProps<V extends object> {
  initialValues: V
  schema: ObjectSchema<V>
  /**
   * Rejects with the ApiError of a refused call; the form then keeps its values. After a success, the same values are
   * not sent again.
   */
  submit: (values: V) => Promise<unknown>
  /**
   * Called after a successful save if the form's page is still shown: navigates or closes, without the navigationGuard.
   */
  done?: () => void
  /** The same values may be sent again: the request saves nothing. */
  repeats?: boolean
  /** The form stays after saving and is reinitialized with the saved values. */
  rests?: boolean
  /** New initial values reinitialize the form, instead of only becoming the values of a reset. */
  restarts?: boolean
  children: ReactNode
}

/** The Formik state of a form. */
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
      if (cause instanceof SubmissionCancelled) return
      const error = asApiError(cause as ApiError)
      if (error) setStatus({ error, values } satisfies FormStatus)
    } finally {
      running.current = null
    }
  }
  // A second submit before React shows the pending state gets the same promise.
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

/**
 * The save shortcut works anywhere in the form, also in what it closes, but not in dialogs over the form, whose events arrive
 * here as well. What is pressed outside of it is left to `savesByKey`.
 */
const saveByKey = (event: KeyboardEvent<HTMLFormElement>) => {
  if (!isSaveKey(event)) return
  const form = event.currentTarget
  const target = event.target as Node
  if (target.isConnected && !form.contains(target)) return
  event.preventDefault()
  if (!event.repeat) form.requestSubmit()
}

interface FormBodyProps {
  /** Accessible name of the form. */
  label: string
  /** Name under which unsaved input survives a reload and a lost session; null where it must not be stored. */
  draft: DraftProps | null
  /** Replaces the submit of Enter and Ctrl+S before the last step of a wizard. */
  proceed?: (() => void) | undefined
  /** Explains a refusal in more detail than the server's message. */
  explain?: ExplainRefusal
  children: ReactNode
}

/**
 * The form element. Errors show after the first submit, then while typing; the first invalid field gets the focus. A
 * server error shows at its field until the value changes.
 */
export const FormBody = ({ label, draft, proceed, explain, children }: FormBodyProps) => {
  const { submit, isBusy } = useSubmission()
  return (
    <Form
      className="edit-form stack"
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
