import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { asApiError } from '../../api/kit/errors'
import { mergesApi, useMergePreviewQuery } from '../../api/mergesApi'
import type { Row } from '../../contract'
import type { MergedResource } from '../../contract/duplicatePairs'
import { mergePaths } from '../../resources/merges/paths'
import { Button } from '../../ui/antd/Button'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { useNavigationGuard, usePass } from '../../ui/navigationGuard/guards'
import { LinkButton } from '../../ui/page/LinkButton'
import { useIsUnread } from '../../ui/page/pageRoute'
import { Disclosure } from '../../ui/value/Disclosure'
import { enumerated } from '../../ui/value/enumerated'
import { compared, sides, type ComparedField, type Side } from './compared'
import { ConfirmMerge, type Confirmed } from './ConfirmMerge'
import { FieldChoice } from './FieldChoice'
import { shownName, type MergeKind } from './kinds'
import { movedNouns } from './movedNouns'

interface ComparisonProps<N extends MergedResource> {
  kind: MergeKind<N>
  id: number
  other: number
  /** The one that is kept, and the one that is merged into it. */
  rows: readonly [Row<N>, Row<N>]
  /** Keeps the two as they are shown, while they are merged. */
  hold: (isHeld: boolean) => void
  /** The control that led here is gone, with its focus. */
  takesFocus: boolean
}

/**
 * What a merge would move: '3 bids and 1 note'; undefined until it is known.
 * @param isSettled it is not read any more: the other one may be gone already.
 */
const useMoves = (resource: MergedResource, id: number, other: number, isSettled: boolean) => {
  const args = useMemo(() => ({ resource, id, other }), [resource, id, other])
  const isUnread = useIsUnread(mergesApi.endpoints.mergePreview, args)
  const { currentData, error, isFetching, refetch } = useMergePreviewQuery(args, {
    skip: isSettled,
    refetchOnMountOrArgChange: isUnread,
  })
  const moves = currentData?.moves
  return {
    moves: moves && {
      text: enumerated(
        moves.map(({ resource: moved, count }) => [count, ...movedNouns(moved, resource)] as const),
      ),
      total: moves.reduce((sum, { count }) => sum + count, 0),
    },
    problem: isFetching ? undefined : asApiError(error),
    retry: () => void refetch(),
  }
}

const lostChoices = 'The values that you have chosen will be lost.'

/** The fields of two records: those that differ, each with a choice of its value, and those that do not. */
export const Comparison = <N extends MergedResource>({
  kind,
  id,
  other,
  rows,
  hold,
  takesFocus,
}: ComparisonProps<N>) => {
  const { resource, path } = kind.view
  const { different, equal } = compared(kind, rows)
  // By field, the record whose value is taken: it stays chosen when the other one is kept instead.
  const [choices, setChoices] = useState<ReadonlyMap<string, number>>(new Map())
  const [confirmed, setConfirmed] = useState<Confirmed<N>>()
  const { moves, problem, retry } = useMoves(resource, id, other, confirmed !== undefined)
  const navigate = useNavigate()
  const pass = usePass()
  const heads = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) heads.current?.focus()
  }, [takesFocus])
  const hasChoices = choices.size > 0
  useNavigationGuard(useCallback(() => hasChoices && lostChoices, [hasChoices]))
  const recordOf = (side: Side) => (side === 'kept' ? id : other)
  const sideOf = ({ name, proposed }: ComparedField): Side => {
    const chosen = choices.get(name)
    return chosen === undefined ? proposed : chosen === id ? 'kept' : 'merged'
  }
  const chooseAll = (side: Side) => setChoices(new Map(different.map(({ name }) => [name, recordOf(side)])))
  const take = different.filter((field) => sideOf(field) === 'merged').map(({ name }) => name)
  const names = { kept: shownName(kind, rows[0]), merged: shownName(kind, rows[1]) }
  return (
    <div className="merge">
      <div className="merge-heads" ref={heads} tabIndex={-1}>
        {rows.map((row, index) => {
          const side = sides[index] ?? 'kept'
          return (
            <section key={side} className="merge-head" aria-label={side === 'kept' ? 'Kept' : 'Merged'}>
              <p className="quiet">{side === 'kept' ? 'Kept' : 'Goes to the trash'}</p>
              <p>
                <kind.Link id={recordOf(side)} />
              </p>
              <p className="quiet">
                <kind.Details row={row} />
              </p>
              {different.length > 1 && (
                <Button size="small" onClick={() => chooseAll(side)}>
                  Take all values
                  <span className="visually-hidden">
                    {' of '}
                    {names[side]}, {side === 'kept' ? 'which is kept' : 'which goes to the trash'}
                  </span>
                </Button>
              )}
            </section>
          )
        })}
      </div>
      <p>
        <Button
          size="small"
          onClick={() => pass(() => void navigate(mergePaths.merge(resource, other, id), { replace: true }))}
        >
          Keep the other one
        </Button>
        <span role="status" className="visually-hidden" translate="no">
          {names.kept} is kept.
        </span>
      </p>
      {different.length > 0 ? (
        different.map((field) => (
          <FieldChoice
            key={field.name}
            field={field}
            side={sideOf(field)}
            choose={(side) => setChoices(new Map(choices).set(field.name, recordOf(side)))}
          />
        ))
      ) : (
        <p>Their fields do not differ.</p>
      )}
      {equal.length > 0 && (
        <Disclosure
          title={equal.length === 1 ? 'One field is the same' : `${equal.length} fields are the same`}
        >
          <dl className="merge-equal">
            {equal.map(({ name, label, shown }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{shown[0]}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      )}
      {problem && !moves && (
        <ErrorState inline title="What would move could not be read." error={problem} retry={retry} />
      )}
      <p role="status">
        {moves === undefined
          ? !problem && confirmed === undefined && 'Loading...'
          : moves.text === ''
            ? 'Nothing else belongs to the one that is merged.'
            : `Moves to the one that is kept: ${moves.text}. What both have is not doubled.`}
      </p>
      <div className="merge-actions">
        <Button
          type="primary"
          aria-haspopup="dialog"
          disabled={moves === undefined}
          onClick={() => moves && setConfirmed({ rows, take, moves: moves.text, total: moves.total })}
        >
          Merge…
        </Button>
        <LinkButton to={path(id)}>Cancel</LinkButton>
      </div>
      {confirmed && (
        <ConfirmMerge kind={kind} confirmed={confirmed} hold={hold} cancel={() => setConfirmed(undefined)} />
      )}
    </div>
  )
}
