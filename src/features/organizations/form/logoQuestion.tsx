import type { SerializedError } from '@reduxjs/toolkit'
import { asApiError, type ApiError } from '../../../api/kit/errors'
import { OtherImage } from './OtherImage'

/**
 * A question after an organization was saved without its logo: gives the reason, and offers to retry, also with another
 * image.
 */
export const logoQuestion = (
  name: string,
  cause: ApiError | SerializedError,
  take: (image: File) => void,
) => {
  const error = asApiError(cause)
  return {
    title: 'The logo could not be stored',
    text: (
      <>
        <p>
          <strong>{name}</strong> has been saved. Only its logo is missing.
        </p>
        <OtherImage refusal={error?.fields?.['logo'] ?? error?.detail} take={take} />
      </>
    ),
    answers: { retry: 'Retry' },
    otherwise: 'Go on without it',
  }
}
