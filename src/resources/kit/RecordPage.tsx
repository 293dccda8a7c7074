import type { SerializedError } from '@reduxjs/toolkit'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { asApiError, mergedIntoId, type ApiError } from '../../api/kit/errors'
import { useAppDispatch, useRow } from '../../api/kit/hooks'
import { nameOf, type ResourceName, type Row } from '../../contract'
import { recordMissed, recordOpened } from '../../store/recentRecords'
import { toastShown } from '../../store/toasts'
import { Alert } from '../../ui/antd/Alert'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { Gone } from '../../ui/page/Gone'
import { idFrom } from '../../ui/page/idFrom'
import { useIsUnread } from '../../ui/page/pageRoute'
import { viewOf, type ResourceView } from './resourceView'
import './record-page.css'

/** The used part of a record endpoint. */
interface RecordEndpoint {
  name: string
  useQuery: (id: number, options: { refetchOnMountOrArgChange: boolean }) => Reading
}

interface Reading {
  error?: ApiError | SerializedError | undefined
  isSuccess: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** Common settings of the pages of a resource's records. */
export interface PageKind<N extends ResourceName> {
  resource: N
  endpoint: RecordEndpoint
  /** 'This bid' */
  what: string
  /** Path of the list, for pages without a valid id and of deleted records. */
  list: string
}

/** The settings of a resource with a list. */
export const pageKind = <N extends ResourceName>(
  { resource, noun: [one], list = '/' }: Pick<ResourceView<N>, 'resource' | 'noun' | 'list'>,
  endpoint: RecordEndpoint,
): PageKind<N> => ({ resource, endpoint, what: `This ${one}`, list })

interface RecordPageProps<N extends ResourceName> {
  of: PageKind<N>
  /** Name of the route parameter with the id. */
  param?: string
  /** The page header, where it can be rendered before the record is loaded. */
  head?: (row: Row<N> | undefined) => ReactNode
  /** Placeholder while the record is loading; by default a skeleton. */
  waiting?: ReactNode
  /** Returns why the record does not belong to this URL, if it does not. */
  refuse?: (row: Row<N>) => string | undefined
  /** Renders the loaded record, possibly a list's partial version, with a refetch function. */
  children: (row: Row<N>, readAgain: () => void) => ReactNode
}

/** Placeholder of a record's header. */
export const RecordHeadBar = () => (
  <div className="page-header row-apart record-head-waiting" role="status" aria-label="Loading">
    <span className="bar" />
  </div>
)

/** Skeleton of a record that is loading. */
export const RecordBars = () => (
  <div className="record-waiting" role="status" aria-label="Loading">
    <span className="bar" />
    <span className="bar" />
    <span className="bar" />
  </div>
)

/**
 * A page stays mounted while the next one is being loaded. After a return to it then, following a deletion of its
 * record, it would stay in its loading state forever: so the record is requested once more, and then known to be
 * deleted.
 */
const useReadOnReturn = (isKnown: boolean, { isSuccess, isFetching, refetch }: Reading) => {
  const { key } = useLocation()
  const now = useRef({ isLost: false, refetch })
  useEffect(() => {
    now.current = { isLost: !isKnown && isSuccess && !isFetching, refetch }
  })
  const seen = useRef(key)
  useEffect(() => {
    // Newly mounted queries send their own request, after this effect.
    if (seen.current === key) return
    seen.current = key
    if (now.current.isLost) now.current.refetch()
  }, [key])
}

/** A record that another one was merged into: the text that says so, and its page. */
interface MergedTo {
  text: string
  to: string
}

/** Where the record of a page went, if its 404 says so (DUP-4). */
const mergedTo = (resource: ResourceName, { error }: Reading): MergedTo | undefined => {
  const problem = asApiError(error)
  const id = mergedIntoId(resource, problem)
  const to = id === undefined ? undefined : viewOf(resource)?.path?.(id)
  return problem && to !== undefined ? { text: problem.detail, to } : undefined
}

/** Opens the page of the record that another one was merged into, and says so. */
const OpenMerged = ({ text, to }: MergedTo) => {
  const dispatch = useAppDispatch()
  useEffect(() => {
    dispatch(toastShown({ kind: 'success', title: 'Merged', text }))
  }, [dispatch, text])
  return <Navigate to={to} replace />
}

/** Message above the last known data of a record that was deleted, or merged into another one, while it was open. */
const DeletedMeanwhile = ({
  what,
  list,
  merged,
}: {
  what: string
  list: string
  merged: MergedTo | undefined
}) => (
  <Alert
    className="state-inline"
    type="warning"
    showIcon
    title={merged?.text ?? `${what} has been deleted meanwhile.`}
    description="What stands here is how it was last; it cannot be changed any more."
    action={merged ? <Link to={merged.to}>Open it</Link> : <Link to={list}>To the list</Link>}
  />
)

interface RecordFrameProps<N extends ResourceName> extends Omit<RecordPageProps<N>, 'of' | 'param'> {
  of: Pick<PageKind<N>, 'what' | 'list'>
  reading: Reading
  /** The record as far as it is loaded. */
  row: Row<N> | undefined
  /** An answer did not contain the record. */
  isMissing?: boolean
  /** Where it went, if it was merged into another one. */
  merged?: MergedTo | undefined
}

/** The same for a record that is found by another key than its id. */
export const RecordFrame = <N extends ResourceName>({
  of: { what, list },
  reading,
  row,
  isMissing = false,
  merged,
  head,
  waiting = <RecordBars />,
  refuse,
  children,
}: RecordFrameProps<N>) => {
  const { error, refetch, isSuccess, isFetching } = reading
  const [wasThere, setWasThere] = useState(false)
  if (isSuccess && !isFetching && !wasThere) setWasThere(true)
  useReadOnReturn(row !== undefined || isMissing, reading)
  const problem = asApiError(error)
  const readAgain = () => void refetch()
  const text = `${what} does not exist.`
  const missing = problem?.status === 404 ? problem.detail : row && refuse?.(row)

  if (isMissing) return <Gone text={text} to={list} />
  // The user may be reading, or have unsaved input that must not vanish with the record.
  const isDeletedMeanwhile = wasThere && row !== undefined && problem?.status === 404
  if (merged && !isDeletedMeanwhile) return <OpenMerged {...merged} />
  if (missing !== undefined && !isDeletedMeanwhile) return <Gone text={text} detail={missing} to={list} />
  return (
    <>
      {head?.(row)}
      {!row && !head && <h1 className="visually-hidden">{what}</h1>}
      {isDeletedMeanwhile && <DeletedMeanwhile what={what} list={list} merged={merged} />}
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

/** Remembers the record among those that were opened last, until it turns out to be gone. */
const useRemembered = <N extends ResourceName>(
  resource: N,
  id: number,
  row: Row<N> | undefined,
  { error }: Pick<Reading, 'error'>,
) => {
  const dispatch = useAppDispatch()
  const view = viewOf(resource)
  const name = row && view?.path ? (view.nameOf?.(row) ?? nameOf(resource, row)) : undefined
  const isGone = asApiError(error)?.status === 404
  useEffect(() => {
    if (isGone) dispatch(recordMissed({ resource, id }))
    else if (name !== undefined) dispatch(recordOpened({ resource, id, name }))
  }, [dispatch, resource, id, name, isGone])
}

const Loaded = <N extends ResourceName>({ id, ...page }: RecordPageProps<N> & { id: number }) => {
  const { resource, endpoint } = page.of
  const row = useRow(resource, id)
  const reading = endpoint.useQuery(id, { refetchOnMountOrArgChange: useIsUnread(endpoint, id) })
  useRemembered(resource, id, row, reading)
  return <RecordFrame {...page} reading={reading} row={row} merged={mergedTo(resource, reading)} />
}

/**
 * The frame of every page of one record: cached data show at once, before that a skeleton; failures offer a retry, and
 * missing records a link to the list.
 */
export const RecordPage = <N extends ResourceName>(props: RecordPageProps<N>) => {
  const id = idFrom(useParams()[props.param ?? 'id'])
  return id === null ? <Navigate to={props.of.list} replace /> : <Loaded key={id} {...props} id={id} />
}
