import { useState } from 'react'
import { asApiError, type ApiError } from '../../api/errors'

/** Something that a dialog does for as long as it is open, and that can be refused. */
export const useAttempt = (work: () => Promise<unknown>, done: () => void) => {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<ApiError>()

  const attempt = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (cause) {
      setError(asApiError(cause as ApiError))
      setIsBusy(false)
      return
    }
    done()
  }

  return { isBusy, error, attempt: () => void attempt() }
}
