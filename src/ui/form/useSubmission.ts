import { useFormikContext } from 'formik'
import { createContext, useContext, type RefObject } from 'react'

/** What has become of what was typed into a form. */
interface Saved {
  /** The values that it has saved last, null before that: from that moment on, for whoever leads away before anything is rendered. */
  known: RefObject<object | null>
  /** The same as it is shown. */
  shown: object | null
  /** Whoever leaves it does not want what was typed. */
  abandoned: RefObject<boolean>
  abandon: () => void
}

export const SavedContext = createContext<Saved>({
  known: { current: null },
  shown: null,
  abandoned: { current: false },
  abandon: () => {},
})

/** For ways out of a form on which what was typed is given up. */
export const useAbandon = () => useContext(SavedContext).abandon

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
