import { useFormikContext } from 'formik'
import { useCallback, useContext, useEffect, useRef } from 'react'
import { useLeaveGuard } from '../leaving/guards'
import { SavedContext, useAbandon } from './useSubmission'

/** Inside a form: nobody leaves it by mistake while it holds something that has not been saved. */
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
