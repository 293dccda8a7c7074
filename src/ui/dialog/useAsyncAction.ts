import { useRef, useState } from 'react'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useStillHere } from '../navigationGuard/guards'

/**
 * A dialog's request, which may be refused.
 * @param done called after a success if the dialog's page is still shown
 */
export const useAsyncAction = (work: () => Promise<unknown>, done: () => void) => {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<ApiError>()

  const isRunning = useRef(false)
  const beginHere = useStillHere()

  const attempt = async () => {
    if (isRunning.current) return
    isRunning.current = true
    const isStillHere = beginHere()
    setIsBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (cause) {
      setError(asApiError(cause as ApiError))
      setIsBusy(false)
      isRunning.current = false
      return
    }
    if (isStillHere()) done()
  }

  return { isBusy, error, attempt: () => void attempt() }
}
