import { useFormikContext } from 'formik'
import { useEffect, useRef } from 'react'
import { focusInput } from './focusInput'

/** Inside a Formik form: a submit that finds something wrong moves the focus to the first field at fault. */
export const FocusFirstProblem = () => {
  const { submitCount, isSubmitting } = useFormikContext()
  const place = useRef<HTMLSpanElement>(null)
  const handled = useRef(0)
  useEffect(() => {
    if (isSubmitting || handled.current === submitCount) return
    handled.current = submitCount
    focusInput(place.current?.closest('form')?.querySelector('[aria-invalid="true"]') ?? null)
  }, [submitCount, isSubmitting])
  return <span ref={place} hidden />
}
