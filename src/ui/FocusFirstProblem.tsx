import { useFormikContext } from 'formik'
import { useEffect, useRef } from 'react'

/** Inside a Formik form: a submit that finds something wrong moves the focus to the first field at fault. */
export const FocusFirstProblem = () => {
  const { submitCount, isValid, isSubmitting } = useFormikContext()
  const place = useRef<HTMLSpanElement>(null)
  const handled = useRef(0)
  useEffect(() => {
    if (isSubmitting || handled.current === submitCount) return
    handled.current = submitCount
    if (isValid) return
    place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount, isValid, isSubmitting])
  return <span ref={place} hidden />
}
