import { asApiError, type ApiError } from '../../api/kit/errors'
import type { ExplainRefusal } from '../../ui/form/FormProblems'

const code = 'partly_saved'

/**
 * The error of a form that was saved in part.
 * @param what the saved and unsaved parts: 'The contact is saved, its link is not'.
 */
export const partlySaved = (what: string, cause: unknown): Error & ApiError => {
  const error = asApiError(cause as ApiError) ?? { status: 0, code, detail: String(cause) }
  // The conflict panel shows the concurrent change.
  const kept = error.code === 'stale_version' ? error.code : code
  return Object.assign(new Error(what), error, { code: kept, detail: `${what}: ${error.detail}` })
}

/** Shows which part of a form is not saved yet, beside the errors of fields. */
export const explainPartlySaved: ExplainRefusal = (refusal) =>
  refusal.code === code ? (
    <div className="form-problems" role="alert">
      <p>{refusal.detail}</p>
      <p className="quiet">Save tries only that again.</p>
    </div>
  ) : undefined
