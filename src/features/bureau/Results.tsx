import type { SerializedError } from '@reduxjs/toolkit'
import { Button } from '../../ui/antd/Button'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { bureauFindsNothing, type BureauAnswer } from '../../contract/bureau'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { Badge } from '../../ui/value/Badge'
import { counted } from '../../ui/value/numbers'
import { Result } from './Result'

const [nothingFound, makeByHand] = bureauFindsNothing

/** The literal text, whose end is a link to the form (BUR-5). */
const Nothing = ({ byHand, children }: { byHand: string; children?: ReactNode }) => (
  <div className="state panel" role="alert">
    <p>
      {nothingFound} <Link to={byHand}>{makeByHand}</Link>
    </p>
    {children}
  </div>
)

/** The used part of the search query. */
interface Reading {
  currentData?: BureauAnswer | undefined
  error?: ApiError | SerializedError | undefined
  isFetching: boolean
  refetch: () => unknown
}

interface ResultsProps extends Pick<ComponentProps<typeof Result>, 'choosing' | 'added'> {
  reading: Reading
  /** A search was sent. */
  isAsked: boolean
  /** Path of the form for a new organization. */
  byHand: string
  /** Where the businesses are made up: tells so. */
  demoHint: ReactNode
}

/** The bureau's results, or the reason why there are none. */
export const Results = ({ reading, isAsked, byHand, demoHint, ...result }: ResultsProps) => {
  const { currentData: answer, isFetching, refetch } = reading
  const problem = isFetching ? undefined : asApiError(reading.error)
  if (!isAsked)
    return (
      <EmptyState
        title="Search for a business."
        hint="Its state, its city and a part of its name are enough; a slip of the keyboard does no harm."
      >
        {demoHint}
      </EmptyState>
    )
  if (problem)
    return (
      <Nothing byHand={byHand}>
        {problem.code !== 'bureau_unavailable' && <p className="quiet">{problem.detail}</p>}
        {problem.requestId && <p className="quiet">Request id: {problem.requestId}</p>}
        <Button onClick={() => void refetch()}>Retry</Button>
      </Nothing>
    )
  if (!answer)
    return (
      <div className="bureau-results-waiting" role="status" aria-label="Searching">
        <span className="bar" />
        <span className="bar" />
        <span className="bar" />
      </div>
    )
  if (answer.results.length === 0) return <Nothing byHand={byHand}>{demoHint}</Nothing>
  return (
    <section className="bureau-results" aria-label="Results">
      <div className="bureau-results-head row">
        <h2>Results</h2>
        <p role="status" className="quiet">
          {counted(answer.results.length, 'business', 'businesses')} found
        </p>
        <Badge text={answer.source} asWritten />
      </div>
      <ul>
        {answer.results.map((found) => (
          <Result key={found.bin} result={found} {...result} />
        ))}
      </ul>
      <p className="quiet">
        Not among them? <Link to={byHand}>Create it by hand</Link>
      </p>
    </section>
  )
}
