import { useFormikContext } from 'formik'
import { useCallback, useContext, useEffect, useRef } from 'react'
import { useLeaveGuard } from '../leaving/guards'
import { SavedContext, useAbandon } from './useSubmission'

/** In a form: the navigationGuard while the form has unsaved input. */
export const GuardLeaving = () => {
  const { dirty, values } = useFormikContext()
  const { known } = useContext(SavedContext)
  const now = useRef({ dirty, values })
  useEffect(() => {
    now.current = { dirty, values }
  })
  useLeaveGuard(
    useCallback(() => now.current.dirty && now.current.values !== known.current, [known]),
    useAbandon(),
  )
  return null
}
