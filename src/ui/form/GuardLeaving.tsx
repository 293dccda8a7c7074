import { useFormikContext } from 'formik'
import { useCallback, useEffect, useRef } from 'react'
import { useLeaveGuard } from '../leaving/guards'

/** Inside a form: nobody leaves it by mistake while it holds something unsaved. Its own submit may lead away. */
export const GuardLeaving = () => {
  const { dirty, isSubmitting } = useFormikContext()
  const holds = useRef(false)
  useEffect(() => {
    holds.current = dirty && !isSubmitting
  })
  useLeaveGuard(useCallback(() => holds.current, []))
  return null
}
