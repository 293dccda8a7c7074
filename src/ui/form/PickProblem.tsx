import type { ApiError } from '../../api/kit/errors'
import './pick-list.css'

interface PickProblemProps {
  problem: ApiError
  retry: () => void
}

/** Replaces the options of a picker that could not be loaded. */
export const PickProblem = ({ problem, retry }: PickProblemProps) => (
  <span className="problem">
    {problem.detail}{' '}
    <button type="button" className="link-button" onClick={retry}>
      Retry
    </button>
  </span>
)
