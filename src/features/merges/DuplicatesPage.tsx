import { useMemo, useState } from 'react'
import { useRow } from '../../api/kit/hooks'
import { mergesApi, useDismissPairMutation, useMergesQuery } from '../../api/mergesApi'
import { useUndoMergeMutation } from '../../api/restoreApi'
import type { Row } from '../../contract'
import type { DuplicatePair, MergedResource } from '../../contract/duplicatePairs'
import { mergeDays, type Merge } from '../../contract/merges'
import { titleOf } from '../../resources/kit/resourceView'
import { mergePaths } from '../../resources/merges/paths'
import { useMayMerge } from '../../resources/merges/useMayMerge'
import { Button } from '../../ui/antd/Button'
import { Pagination } from '../../ui/list/Pagination'
import { useAnsweredPage } from '../../ui/list/useAnsweredPage'
import { useListState, type ListControl } from '../../ui/list/useListState'
import { LinkButton } from '../../ui/page/LinkButton'
import { RecordLink } from '../../ui/page/RecordLink'
import { PageHeader } from '../../ui/page/PageHeader'
import { useIsUnread } from '../../ui/page/pageRoute'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/ResourceTable'
import { DateText } from '../../ui/value/DateText'
import { contactKind, organizationKind, type MergeKind } from './kinds'
import { MergeState } from './MergeState'
import { duplicatesRules, mergesArgs, pairsArgs, shownIn, shownOptions } from './reads'
import '../../ui/list/list-toolbar.css'
import './merges.css'

interface OfKind<N extends MergedResource> {
  kind: MergeKind<N>
}

const PairRecord = <N extends MergedResource>({ kind, id }: OfKind<N> & { id: number }) => {
  const row: Row<N> | undefined = useRow(kind.view.resource, id)
  return (
    <>
      <kind.Link id={id} />
      {row && (
        <div className="cell-line quiet">
          <kind.Details row={row} />
        </div>
      )}
    </>
  )
}

const PairActions = ({ resource, pair }: { resource: MergedResource; pair: DuplicatePair }) => {
  const [dismiss, { isLoading }] = useDismissPairMutation()
  const { pair_id, ids, dismissed_at } = pair
  const isDismissed = dismissed_at !== null
  return (
    <>
      <LinkButton size="small" to={mergePaths.merge(resource, ids[0], ids[1])}>
        Merge…
      </LinkButton>{' '}
      <Button
        size="small"
        disabled={isLoading}
        onClick={() => void dismiss({ resource, pair: pair_id, isDismissed: !isDismissed })}
      >
        {isDismissed ? 'Probable again' : 'Not duplicates'}
      </Button>
    </>
  )
}

const pairColumns = <N extends MergedResource>(kind: MergeKind<N>): Column<DuplicatePair>[] => [
  {
    key: 'low',
    title: 'Record',
    isName: true,
    isTall: true,
    width: '30%',
    show: ({ ids: [id] }) => <PairRecord kind={kind} id={id} />,
  },
  {
    key: 'high',
    title: 'And',
    isTall: true,
    hasLine: true,
    width: '30%',
    show: ({ ids: [, id] }) => <PairRecord kind={kind} id={id} />,
  },
  {
    key: 'reasons',
    title: 'In common',
    hasLine: true,
    width: '20%',
    show: ({ reasons }) => reasons.map((reason) => kind.reasons[reason]).join(', '),
  },
  {
    key: 'act',
    title: 'Actions',
    hasLine: true,
    width: '20%',
    show: (pair) => <PairActions resource={kind.view.resource} pair={pair} />,
  },
]

const Pairs = <N extends MergedResource>({
  kind,
  list,
  dismissed,
}: OfKind<N> & { list: ListControl; dismissed: boolean }) => {
  const args = useMemo(() => pairsArgs(list.state), [list.state])
  const isUnread = useIsUnread(kind.pairs, args)
  const query = kind.pairs.useQuery(args, { refetchOnMountOrArgChange: isUnread })
  const columns = useMemo(() => pairColumns(kind), [kind])
  const answered = useAnsweredPage(list, query, ({ pairs, count }) => ({ rows: pairs, count }))
  return (
    <>
      <ResourceTable
        noun="pairs"
        columns={columns}
        idOf={({ pair_id }) => pair_id}
        list={list}
        activeFilters={[]}
        query={answered}
        emptyTitle={dismissed ? 'There are none.' : 'There are no probable duplicates.'}
        emptyDescription={
          dismissed
            ? 'Pairs of which was said that they are no duplicates stand here.'
            : 'Records that have a number, a name and place, an email or a phone in common stand here in pairs.'
        }
        emptyAction={null}
      />
      <Pagination list={list} answered={answered} />
    </>
  )
}

const UndoAction = ({ merge: { merge_id, resource, state, undo_until } }: { merge: Merge }) => {
  const [undo, { isLoading }] = useUndoMergeMutation()
  const mayMerge = useMayMerge(resource)
  if (!mayMerge || state !== 'done' || undo_until < new Date().toISOString()) return null
  return (
    <Button size="small" disabled={isLoading} onClick={() => void undo(merge_id)}>
      Undo
    </Button>
  )
}

/** Milliseconds between two looks at what goes on in the background. */
const lookInterval = 2_000

const mergeColumns = <N extends MergedResource>({ view }: MergeKind<N>): Column<Merge>[] => [
  {
    key: 'records',
    title: 'Records',
    isName: true,
    width: '38%',
    show: ({ kept, kept_name, merged_name }) => (
      <>
        <span translate="no">{merged_name}</span> into{' '}
        <RecordLink to={view.path(kept)}>
          <span translate="no">{kept_name}</span>
        </RecordLink>
      </>
    ),
  },
  {
    key: 'state',
    title: 'State',
    hasLine: true,
    width: '32%',
    show: (merge) => <MergeState merge={merge} />,
  },
  {
    key: 'created_at',
    title: 'When',
    width: '18%',
    show: ({ created_at }) => <DateText value={created_at} format="moment" />,
  },
  { key: 'act', title: 'Actions', width: '12%', show: (merge) => <UndoAction merge={merge} /> },
]

const Merges = <N extends MergedResource>({ kind, list }: OfKind<N> & { list: ListControl }) => {
  const args = useMemo(() => mergesArgs(kind.view.resource, list.state), [kind, list.state])
  const isUnread = useIsUnread(mergesApi.endpoints.merges, args)
  const [interval, setInterval] = useState(0)
  const query = useMergesQuery(args, { refetchOnMountOrArgChange: isUnread, pollingInterval: interval })
  // What goes on in the background ends by itself, and tells then what was left.
  const isMoving = query.currentData?.results.some(({ state }) => state === 'running' || state === 'undoing')
  const wanted = isMoving ? lookInterval : 0
  if (interval !== wanted) setInterval(wanted)
  const columns = useMemo(() => mergeColumns(kind), [kind])
  const answered = useAnsweredPage(list, query, ({ results, count }) => ({ rows: results, count }))
  return (
    <>
      <ResourceTable
        noun="merges"
        columns={columns}
        idOf={({ merge_id }) => merge_id}
        list={list}
        activeFilters={[]}
        query={answered}
        emptyDescription={`Merges of the last ${mergeDays} days stand here, and can be taken back.`}
        emptyAction={null}
      />
      <Pagination list={list} answered={answered} />
    </>
  )
}

/** Pairs of records that are probably the same, those that were said to be none, and the merges of late (DUP-1, DUP-2, DUP-5). */
const DuplicatesPage = <N extends MergedResource>({ kind }: OfKind<N>) => {
  const list = useListState(duplicatesRules)
  const shown = shownIn(list.state)
  return (
    <>
      <PageHeader title="Duplicates" trail={[{ label: titleOf(kind.view), to: kind.view.list }]} />
      <div className="list-toolbar">
        <label className="list-size line">
          Show
          <select
            value={shown ?? ''}
            onChange={({ target }) =>
              list.act({ type: 'filtered', name: 'show', value: target.value === '' ? null : target.value })
            }
          >
            <option value="">Probable duplicates</option>
            {Object.entries(shownOptions).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {shown === 'merged' ? (
        <Merges kind={kind} list={list} />
      ) : (
        <Pairs kind={kind} list={list} dismissed={shown === 'dismissed'} />
      )}
    </>
  )
}

/** The pages of duplicates, by the resource of their records. */
export const pages = {
  organizations: () => <DuplicatesPage kind={organizationKind} />,
  contacts: () => <DuplicatesPage kind={contactKind} />,
}
