import { useRef, useState } from 'react'
import { asApiError, type ApiError } from '../../api/kit/errors'

/** Something that a dialog does for as long as it is open, and that can be refused. */
export const useAttempt = (work: () => Promise<unknown>, done: () => void) => {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<ApiError>()

  const isRunning = useRef(false)

  const attempt = async () => {
    if (isRunning.current) return
    isRunning.current = true
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
    done()
  }

  return { isBusy, error, attempt: () => void attempt() }
}
