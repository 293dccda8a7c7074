import type { SerializedError } from '@reduxjs/toolkit'
import { asApiError, type ApiError } from '../../../api/kit/errors'

/** Says that an organization has been saved without its logo, why, and offers to try that part again. */
export const logoQuestion = (name: string, cause: ApiError | SerializedError) => {
  const error = asApiError(cause)
  return {
    title: 'The logo could not be stored',
    text: (
      <>
        <p>
          <strong>{name}</strong> has been saved. Only its logo is missing.
        </p>
        <p className="problem" role="alert">
          {error?.fields?.['logo'] ?? error?.detail}
        </p>
      </>
    ),
    answers: { retry: 'Retry' },
    otherwise: 'Go on without it',
  }
}
