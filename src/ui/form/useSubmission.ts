import { useFormikContext } from 'formik'
import { createContext, useContext, type RefObject } from 'react'

/** The values that a form has saved last; null before that. */
interface Saved {
  /** From that moment on, for whoever leads away before anything is rendered. */
  known: RefObject<object | null>
  /** As it is shown. */
  shown: object | null
}

export const SavedContext = createContext<Saved>({ known: { current: null }, shown: null })

/**
 * The one way to send a form. It is busy from the moment in which it is sent until what it leads to has taken its
 * place, so that nothing is saved twice, whichever way it was asked for.
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
