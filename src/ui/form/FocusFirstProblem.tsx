import { useFormikContext } from 'formik'
import { useEffect, useRef } from 'react'
import { focusInput } from './fieldIds'

/**
 * In a Formik form: a submit with errors focuses the first invalid field, or the summary of errors in fields that are
 * not shown.
 */
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
