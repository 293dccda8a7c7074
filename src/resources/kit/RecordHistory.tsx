import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { historyApi, useTimelineInfiniteQuery } from '../../api/historyApi'
import { asApiError } from '../../api/kit/errors'
import { idOf, type ResourceName, type Row } from '../../contract'
import {
  timelineKindsOf,
  type HistoryEntry,
  type TimelineEntry,
  type TimelineKind,
  type TimelineMessage,
  type TimelineMove,
  type TimelineRecord,
} from '../../contract/history'
import { personName } from '../../contract/personName'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { useIsUnread } from '../../ui/page/pageRoute'
import { DateText } from '../../ui/value/DateText'
import { counted } from '../../ui/value/numbers'
import type { RecordFieldMeta } from './fieldMeta'
import { HistoryChanges, OtherChanges, OtherFacts, shownChanges, sidesOf } from './HistoryChanges'
import { historyKind, historyParameter } from './historyReads'
import { RecordBars } from './RecordPage'
import { nounOf, viewOf } from './resourceView'
import './record-history.css'

type Actions = Readonly<Record<HistoryEntry['action'], string>>

const ownActions: Actions = {
  create: 'created it',
  update: 'changed',
  delete: 'moved it to the trash',
  restore: 'restored it',
}

const linkActions: Actions = {
  create: 'linked',
  update: 'changed the link to',
  delete: 'removed the link to',
  restore: 'restored the link to',
}

const otherActions: Actions = {
  create: 'added',
  update: 'changed',
  delete: 'moved to the trash',
  restore: 'restored',
}

/** What is said before and after the other record of a merge, or of what is done with a quote. */
const textsAround: Readonly<Partial<Record<TimelineEntry['action'], readonly [string, string]>>> = {
  merge: ['merged', 'into it'],
  'merge into': ['merged it into', ''],
  'undo merge': ['took back the merge of', 'into it'],
  award: ['awarded', ''],
  'revoke award': ['revoked the award of', ''],
  withdraw: ['marked', 'as withdrawn'],
}

const kindLabels: Readonly<Record<TimelineKind, string>> = {
  changes: 'Changes',
  links: 'Links',
  quotes: 'Quotes',
  notes: 'Notes',
  files: 'Files',
  tasks: 'Tasks',
  meetings: 'Meetings',
  messages: 'Messages',
}

const states: Readonly<Record<TimelineRecord['state'], string | null>> = {
  present: null,
  trash: 'in the trash',
  gone: 'deleted for good',
}

/** 'the contact Ann Bell', with a link to it as long as there is a page of it. */
const Other = ({ record: { resource, id, name, state } }: { record: TimelineRecord }) => {
  const path = state === 'present' ? viewOf(resource)?.path?.(id) : undefined
  // A note has no name, but its text below.
  if (resource === 'notes') return state === 'present' ? 'a note' : `a note, now ${states[state] ?? ''}`
  return (
    <>
      the {nounOf(resource)}{' '}
      {path === undefined ? <span translate="no">{name}</span> : <Link to={path}>{name}</Link>}
      {states[state] !== null && <span className="quiet"> ({states[state]})</span>}
    </>
  )
}

interface MoveProps {
  move: TimelineMove
  /** Whose history it is. */
  of: { resource: ResourceName; id: number }
}

/** Where a note, a file or a quote has come from, or where it has gone: 'to the contact Ann Bell'. */
const Move = ({ move: { from, to }, of }: MoveProps) => {
  const isOf = (place: TimelineRecord | null) => place?.resource === of.resource && place.id === of.id
  const hasLeft = isOf(from)
  // Between bids of an opportunity, or to one of another.
  if (from && to && !hasLeft && !isOf(to))
    return (
      <>
        from <Other record={from} /> to <Other record={to} />
      </>
    )
  const other = hasLeft ? to : from
  if (other === null) return hasLeft ? 'to another record' : 'here'
  return (
    <>
      {hasLeft ? 'to' : 'here from'} <Other record={other} />
    </>
  )
}

interface RecordHistoryProps<N extends ResourceName> {
  of: RecordFieldMeta<N>
  row: Row<N>
}

/** Whether an entry says anything: a change may be of fields alone that the product never shows. */
const isShown =
  <N extends ResourceName>(of: RecordFieldMeta<N>) =>
  ({ record, action, changes }: TimelineEntry): boolean =>
    record !== null || action !== 'update' || shownChanges(of, changes).length > 0

/** Entries, the last one first, each with the record as it was after it, as far as the units of its numbers (K2). */
const withRows = <N extends ResourceName>(of: RecordFieldMeta<N>, row: Row<N>, entries: TimelineEntry[]) => {
  let known = row
  return entries.map((entry) => {
    const { before, after } = sidesOf(of.resource, known, entry.record === null ? entry.changes : [])
    known = before
    return { entry, row: after }
  })
}

interface MessageEntryProps {
  entry: TimelineEntry
  message: TimelineMessage
  record: TimelineRecord
}

/** A message from or to a record: who wrote it to whom, its subject, which leads to it, and how it begins (MAIL-2). */
const MessageEntry = ({ entry: { at, actor_name }, message, record }: MessageEntryProps) => {
  const { from, to, excerpt, is_shared } = message
  return (
    <li tabIndex={-1}>
      <p className="history-head">
        <strong translate="no">{from.map(personName).join(', ')}</strong> wrote{' '}
        <Link to={viewOf('messages')?.path?.(record.id) ?? ''}>{record.name}</Link> to{' '}
        <span translate="no">{to.map(personName).join(', ')}</span>{' '}
        <span className="quiet">
          <DateText value={at} format="moment" />
          {is_shared && `, shared by ${actor_name ?? 'Citygate'}`}
        </span>
      </p>
      {excerpt !== '' && <p className="quiet">{excerpt}</p>}
    </li>
  )
}

const Entry = <N extends ResourceName>({
  of,
  row,
  entry: { at, actor_name, action, changes, kind, record, resource, moved, facts },
}: RecordHistoryProps<N> & { entry: TimelineEntry }) => {
  const actions = record === null ? ownActions : kind === 'links' ? linkActions : otherActions
  const [before, after = ''] = textsAround[action] ?? [
    moved ? 'moved' : actions[action as HistoryEntry['action']],
  ]
  return (
    <li tabIndex={-1}>
      <p className="history-head">
        <strong translate="no">{actor_name ?? 'Citygate'}</strong> {before}{' '}
        {record && (
          <>
            <Other record={record} /> {facts && <OtherFacts resource={resource} facts={facts} />} {after}{' '}
          </>
        )}
        {moved && (
          <>
            <Move move={moved} of={{ resource: of.resource, id: idOf(of.resource, row) }} />{' '}
          </>
        )}
        <span className="quiet">
          <DateText value={at} format="moment" />
        </span>
      </p>
      {record === null ? (
        <HistoryChanges of={of} row={row} changes={changes} />
      ) : (
        changes.length > 0 && <OtherChanges resource={resource} row={facts ?? {}} changes={changes} />
      )}
    </li>
  )
}

/** What stands where a record has no entries of a kind. */
const emptyText = (kind: TimelineKind | null) =>
  kind === null || kind === 'changes'
    ? 'Nothing has been changed since it was made.'
    : `Nothing is told of ${kindLabels[kind].toLowerCase()} so far.`

/** Entries that were added, and how many were shown before. */
interface Added {
  count: number
  before: number
}

/** Focuses the first of the entries that were added: the button that was pressed may be gone. */
const useFocusOnAdded = (entries: RefObject<HTMLOListElement | null>, added: Added | null) => {
  useEffect(() => {
    if (!added) return
    const shown = [...(entries.current?.children ?? [])] as HTMLElement[]
    const first = shown[added.before] ?? shown.at(-1)
    first?.focus()
  }, [added, entries])
}

/** The entries of a kind, and more of them on demand; those that are shown stay while newer ones are awaited. */
const Entries = <N extends ResourceName>({
  of,
  row,
  kind,
}: RecordHistoryProps<N> & { kind: TimelineKind | null }) => {
  const { resource } = of
  const id = idOf(resource, row)
  const args = useMemo(() => ({ resource, id, kind }), [resource, id, kind])
  const isUnread = useIsUnread(historyApi.endpoints.timeline, args)
  const { currentData, error, isFetching, refetch, ...nextPage } = useTimelineInfiniteQuery(args, {
    refetchOnMountOrArgChange: isUnread,
  })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = nextPage
  const list = useRef<HTMLOListElement>(null)
  const [added, setAdded] = useState<Added | null>(null)
  useFocusOnAdded(list, added)
  const failure = isFetching ? undefined : asApiError(error)
  const more = async () => {
    const before = list.current?.children.length ?? 0
    const { data, isError } = await fetchNextPage()
    const count = data?.pages.at(-1)?.results.filter(isShown(of)).length ?? 0
    if (!isError) setAdded({ count, before })
  }
  const problem = failure && (
    <ErrorState
      title="The history could not be loaded."
      error={failure}
      retry={() => void (isFetchNextPageError ? more() : refetch())}
      inline
    />
  )
  if (!currentData) return problem ?? <RecordBars />
  const all = currentData.pages.flatMap(({ results }) => results)
  const entries = withRows(of, row, all).filter(({ entry }) => isShown(of)(entry))
  return (
    <>
      {problem}
      {entries.length > 0 && (
        <ol className="history-entries text-links" ref={list} aria-busy={isFetching}>
          {entries.map(({ entry, row: rowThen }) =>
            entry.message && entry.record ? (
              <MessageEntry
                key={`message ${entry.id}`}
                entry={entry}
                message={entry.message}
                record={entry.record}
              />
            ) : (
              <Entry key={entry.id} of={of} row={rowThen} entry={entry} />
            ),
          )}
        </ol>
      )}
      {entries.length === 0 && !hasNextPage && <p className="quiet">{emptyText(kind)}</p>}
      {hasNextPage && (
        <BusyButton size="small" busy={isFetchingNextPage} onClick={() => void more()}>
          Show more
        </BusyButton>
      )}
      <p role="status" className="visually-hidden">
        {added && `${counted(added.count, 'entry', 'entries')} more.`}
      </p>
    </>
  )
}

/**
 * Who changed what of a record, and when, with its links, quotes, notes, files, tasks, meetings and messages: the last one first, of all
 * kinds or of one (HIST-1, HIST-5).
 */
export const RecordHistory = <N extends ResourceName>({ of, row }: RecordHistoryProps<N>) => {
  const [query, setQuery] = useSearchParams()
  const kinds = timelineKindsOf(of.resource)
  const kind = historyKind(of.resource, query)
  const choose = (chosen: string) =>
    setQuery(
      (current) => {
        const changed = new URLSearchParams(current)
        if (chosen === '') changed.delete(historyParameter)
        else changed.set(historyParameter, chosen)
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className="record-history">
      {kinds.length > 1 && (
        <label className="list-size line">
          Show
          <select value={kind ?? ''} onChange={({ target }) => choose(target.value)}>
            <option value="">All</option>
            {kinds.map((known) => (
              <option key={known} value={known}>
                {kindLabels[known]}
              </option>
            ))}
          </select>
        </label>
      )}
      <Entries key={kind ?? ''} of={of} row={row} kind={kind} />
    </div>
  )
}
