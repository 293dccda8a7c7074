import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useBidQuery } from '../../api/bidsApi'
import { asApiError, type ApiError } from '../../api/errors'
import { useRow } from '../../api/hooks'
import { useOpportunityQuery } from '../../api/opportunitiesApi'
import type { Row } from '../../contract'
import { ErrorState } from '../../ui/ErrorState'
import { Gone } from '../../ui/Gone'
import { idFrom } from '../../ui/idFrom'
import { opportunitiesPath } from './paths'

interface StateProps {
  /** 'This bid' */
  what: string
  problem: ApiError | undefined
  retry: () => void
  /** What is shown of the record, as far as it is known. */
  children: ReactNode
}

const State = ({ what, problem, retry, children }: StateProps) => {
  if (problem?.status === 404)
    return <Gone text={`${what} does not exist.`} detail={problem.detail} to={opportunitiesPath} />
  return (
    <>
      {problem && (
        <ErrorState
          inline={!!children}
          title={`${what} could not be loaded.`}
          error={problem}
          retry={retry}
        />
      )}
      {children}
      {!children && !problem && (
        <div className="bid-waiting" role="status" aria-label="Loading">
          <span className="bar" />
          <span className="bar" />
          <span className="bar" />
        </div>
      )}
    </>
  )
}

interface OpportunityStateProps {
  id: number
  children: (opportunity: Row<'opportunities'>) => ReactNode
}

const OpportunityState = ({ id, children }: OpportunityStateProps) => {
  const { error, refetch } = useOpportunityQuery(id)
  const opportunity = useRow('opportunities', id)
  return (
    <State what="This opportunity" problem={asApiError(error)} retry={() => void refetch()}>
      {opportunity && children(opportunity)}
    </State>
  )
}

/** The opportunity of the address; without one, the list (BID-1). */
export const WithOpportunity = ({ children }: Pick<OpportunityStateProps, 'children'>) => {
  const id = idFrom(useParams().id)
  if (id === null) return <Navigate to={opportunitiesPath} replace />
  return (
    <OpportunityState key={id} id={id}>
      {children}
    </OpportunityState>
  )
}

/** A bid as it is known so far, and how to read it again. */
export interface KnownBid {
  bid: Row<'bids'>
  readAgain: () => void
}

interface BidStateProps {
  id: number
  opportunityId: number
  children: (known: KnownBid) => ReactNode
}

const BidState = ({ id, opportunityId, children }: BidStateProps) => {
  const { error, refetch } = useBidQuery(id, { refetchOnMountOrArgChange: true })
  const bid = useRow('bids', id)
  const readAgain = () => void refetch()
  if (bid && bid.opportunity !== opportunityId)
    return (
      <Gone
        text="This bid does not exist."
        detail="It belongs to another opportunity."
        to={opportunitiesPath}
      />
    )
  return (
    <State what="This bid" problem={asApiError(error)} retry={readAgain}>
      {bid && children({ bid, readAgain })}
    </State>
  )
}

/** The bid of the address; where the address names none, or none of this opportunity's, the list (BID-1). */
export const WithBid = ({ children }: Pick<BidStateProps, 'children'>) => {
  const params = useParams()
  const opportunityId = idFrom(params.id)
  const id = idFrom(params.bidId)
  if (opportunityId === null || id === null) return <Navigate to={opportunitiesPath} replace />
  return (
    <BidState key={id} id={id} opportunityId={opportunityId}>
      {children}
    </BidState>
  )
}
