import type { SerializedError } from '@reduxjs/toolkit'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { readAfterPicture } from '../../api/kit/afterPicture'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useRow } from '../../api/kit/hooks'
import type { ResourceName, Row } from '../../contract'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { Gone } from '../../ui/page/Gone'
import { idFrom } from '../../ui/page/idFrom'
import './record-page.css'

/** The part of an endpoint for one record that its pages use. */
interface RecordEndpoint {
  useQuery: (id: number, options: { refetchOnMountOrArgChange: true }) => Reading
}

interface Reading {
  error?: ApiError | SerializedError | undefined
  isSuccess: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** What the pages of a resource's records share. */
export interface PageKind<N extends ResourceName> {
  resource: N
  endpoint: RecordEndpoint
  /** 'This bid' */
  what: string
  /** Where others are: pages without an id, and of records that are gone, lead there. */
  list: string
}

interface RecordPageProps<N extends ResourceName> {
  of: PageKind<N>
  /** The name of the route's part that holds the id. */
  param?: string
  /** The page's head, where it can be told before anything is known of the record. */
  head?: (row: Row<N> | undefined) => ReactNode
  /** Stands in while nothing is known of the record; without it, a few bars. */
  waiting?: ReactNode
  /** Says why the record is none of this address's, where it is not. */
  refuse?: (row: Row<N>) => string | undefined
  /** The record as far as it is known, which may be what a list knew of it, and how to read it again. */
  children: (row: Row<N>, readAgain: () => void) => ReactNode
}

/** Keeps the place of a record's head before anything is known of it. */
export const RecordHeadBar = () => (
  <div className="page-header record-head-waiting" role="status" aria-label="Loading">
    <span className="bar" />
  </div>
)

/** Stands in for a record of which nothing is known yet. */
export const RecordBars = () => (
  <div className="record-waiting" role="status" aria-label="Loading">
    <span className="bar" />
    <span className="bar" />
    <span className="bar" />
  </div>
)

/**
 * A page stays as it is while the next one is being fetched. Whoever comes back to it by then, after its record has
 * been deleted, would find it waiting for ever: the record is asked for once more, and then known to be gone.
 */
const useReadOnReturn = (isKnown: boolean, { isSuccess, isFetching, refetch }: Reading) => {
  const { key } = useLocation()
  const now = useRef({ isLost: false, refetch })
  useEffect(() => {
    now.current = { isLost: !isKnown && isSuccess && !isFetching, refetch }
  })
  const seen = useRef(key)
  useEffect(() => {
    // What has just been mounted asks by itself, and only after this.
    if (seen.current === key) return
    seen.current = key
    if (now.current.isLost) now.current.refetch()
  }, [key])
}

/** Above what is still known of a record that somebody else has deleted while it was open. */
const DeletedMeanwhile = ({ what, list }: { what: string; list: string }) => (
  <div className="state state-inline" role="alert">
    <div>
      <p className="state-title">{what} has been deleted meanwhile.</p>
      <p>What stands here is how it was last; it cannot be changed any more.</p>
    </div>
    <Link to={list}>To the list</Link>
  </div>
)

interface RecordFrameProps<N extends ResourceName> extends Omit<RecordPageProps<N>, 'of' | 'param'> {
  of: Pick<PageKind<N>, 'what' | 'list'>
  reading: Reading
  /** What is known of the record so far. */
  row: Row<N> | undefined
  /** Says that an answer has come in which the record was not. */
  isMissing?: boolean
}

/** The same for a record that is found by something else than its id. */
export const RecordFrame = <N extends ResourceName>({
  of: { what, list },
  reading,
  row,
  isMissing = false,
  head,
  waiting = <RecordBars />,
  refuse,
  children,
}: RecordFrameProps<N>) => {
  const { error, refetch, isSuccess, isFetching } = reading
  const [wasThere, setWasThere] = useState(false)
  if (isSuccess && !isFetching && !wasThere) setWasThere(true)
  useReadOnReturn(row !== undefined || isMissing, reading)
  const [wasKnown] = useState(row !== undefined)
  useLayoutEffect(() => {
    if (wasKnown) readAfterPicture()
  }, [wasKnown])
  const problem = asApiError(error)
  const readAgain = () => void refetch()
  const text = `${what} does not exist.`
  const missing = problem?.status === 404 ? problem.detail : row && refuse?.(row)

  if (isMissing) return <Gone text={text} to={list} />
  // Whoever has it before them reads on, or has typed something that is not to vanish with it.
  const isDeletedMeanwhile = wasThere && row !== undefined && problem?.status === 404
  if (missing !== undefined && !isDeletedMeanwhile) return <Gone text={text} detail={missing} to={list} />
  return (
    <>
      {head?.(row)}
      {!row && !head && <h1 className="visually-hidden">{what}</h1>}
      {isDeletedMeanwhile && <DeletedMeanwhile what={what} list={list} />}
      {problem && !isDeletedMeanwhile && (
        <ErrorState
          inline={row !== undefined}
          title={`${what} could not be loaded.`}
          error={problem}
          retry={readAgain}
        />
      )}
      {row ? children(row, readAgain) : !problem && waiting}
    </>
  )
}

const Loaded = <N extends ResourceName>({ id, ...page }: RecordPageProps<N> & { id: number }) => {
  const { resource, endpoint } = page.of
  return (
    <RecordFrame
      {...page}
      reading={endpoint.useQuery(id, { refetchOnMountOrArgChange: true })}
      row={useRow(resource, id)}
    />
  )
}

/**
 * The frame of every page of one record: what is known of it shows at once, bars or the page's own stand in before
 * that, a failure offers to try again, and a record that is not there leads to the list.
 */
export const RecordPage = <N extends ResourceName>(props: RecordPageProps<N>) => {
  const id = idFrom(useParams()[props.param ?? 'id'])
  return id === null ? <Navigate to={props.of.list} replace /> : <Loaded key={id} {...props} id={id} />
}
