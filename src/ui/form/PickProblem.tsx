import type { ApiError } from '../../api/kit/errors'
import './record-field.css'

interface PickProblemProps {
  problem: ApiError
  retry: () => void
}

/** Replaces the options of a picker that could not be loaded. */
export const PickProblem = ({ problem, retry }: PickProblemProps) => (
  <span className="record-field-problem">
    {problem.detail}{' '}
    <button type="button" className="link-button" onClick={retry}>
      Retry
    </button>
  </span>
)
