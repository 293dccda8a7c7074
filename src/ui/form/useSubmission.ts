import { useFormikContext } from 'formik'
import { createContext, useContext, type RefObject } from 'react'

/** The saved state of a form. */
interface Saved {
  /** The values saved last, null before the first save: set before rendering, for navigation in the same task. */
  known: RefObject<object | null>
  /** The same, for rendering. */
  shown: object | null
  /** The form is left by discarding its input. */
  abandoned: RefObject<boolean>
  abandon: () => void
}

export const SavedContext = createContext<Saved>({
  known: { current: null },
  shown: null,
  abandoned: { current: false },
  abandon: () => {},
})

/** For exits from a form that discard its input. */
export const useAbandon = () => useContext(SavedContext).abandon

/**
 * The only way to submit a form. It is pending from the submit until the resulting navigation has finished, so that
 * nothing is saved twice.
 */
export const useSubmission = () => {
  const { values, isSubmitting, submitForm } = useFormikContext<object>()
  const { shown } = useContext(SavedContext)
  const isBusy = isSubmitting || shown === values
  return {
    isBusy,
    submit: () => {
      if (!isBusy) void submitForm()
    },
  }
}
