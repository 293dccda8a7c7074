import { useFormikContext } from 'formik'
import { useEffect, useRef } from 'react'
import { focusInput } from './focusInput'

/** Inside a Formik form: a submit that finds something wrong moves the focus to the first field at fault, or to what is said of those not shown. */
export const FocusFirstProblem = () => {
  const { submitCount, isSubmitting } = useFormikContext()
  const place = useRef<HTMLSpanElement>(null)
  const handled = useRef(0)
  useEffect(() => {
    if (isSubmitting || handled.current === submitCount) return
    handled.current = submitCount
    const form = place.current?.closest('form')
    const first = form?.querySelector('[aria-invalid="true"]')
    focusInput(first ?? form?.querySelector('.form-problems[tabindex]') ?? null)
  }, [submitCount, isSubmitting])
  return <span ref={place} hidden />
}
