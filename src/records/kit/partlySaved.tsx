import { asApiError, type ApiError } from '../../api/kit/errors'
import type { ExplainRefusal } from '../../ui/form/FormProblems'

const code = 'partly_saved'

/**
 * The failure of a form of which something has been saved already.
 * @param what is saved, and what is not: 'The contact is saved, its link is not'.
 */
export const partlySaved = (what: string, cause: unknown): Error & ApiError => {
  const error = asApiError(cause as ApiError) ?? { status: 0, code, detail: String(cause) }
  // Who has been quicker is told by the form itself.
  const kept = error.code === 'stale_version' ? error.code : code
  return Object.assign(new Error(what), error, { code: kept, detail: `${what}: ${error.detail}` })
}

/** Says which part of a form is not saved yet, beside what is wrong with single fields. */
export const explainPartlySaved: ExplainRefusal = (refusal) =>
  refusal.code === code ? (
    <div className="form-problems" role="alert">
      <p>{refusal.detail}</p>
      <p className="quiet">Save tries only that again.</p>
    </div>
  ) : undefined
