import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useMergeMutation, useMergeStateQuery } from '../../api/mergesApi'
import { idOf, type Row } from '../../contract'
import type { MergedResource } from '../../contract/duplicatePairs'
import { mergeDays, type Merge } from '../../contract/merges'
import { mergePaths } from '../../resources/merges/paths'
import { Button } from '../../ui/antd/Button'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog'
import { useRequestKeys } from '../../ui/form/useRequestKeys'
import { usePass } from '../../ui/navigationGuard/guards'
import { formatNumber } from '../../ui/value/numbers'
import { shownName, type MergeKind } from './kinds'
import { useMergeEnd } from './useMergeEnd'

/** Milliseconds between two looks at a merge that goes on in the background. */
const lookInterval = 1_000

/** What is confirmed: the two records as they were shown, the values that are taken, and what will move. */
export interface Confirmed<N extends MergedResource> {
  rows: readonly [Row<N>, Row<N>]
  take: readonly string[]
  moves: string
  /** How many records move. */
  total: number
}

/** Waits until a merge has ended that goes on in the background, and tells how far it has come. */
const useProgress = (merge: Merge | undefined, done: (merge: Merge) => void) => {
  const isRunning = merge?.state === 'running'
  const { data, error } = useMergeStateQuery(merge?.merge_id ?? 0, {
    skip: !isRunning,
    pollingInterval: lookInterval,
  })
  const ended = merge && !isRunning ? merge : data?.state === 'running' ? undefined : data
  useEffect(() => {
    if (ended) done(ended)
  }, [ended, done])
  return isRunning ? { moved: (data ?? merge).moved, problem: asApiError(error) } : undefined
}

interface ProgressProps {
  moved: number
  total: number
  problem: ApiError | undefined
  leave: () => void
}

/** How far a merge has come; it goes on without the page as well. */
const Progress = ({ moved, total, problem, leave }: ProgressProps) => (
  <>
    <div className="merge-progress">
      <progress aria-label="Progress" max={Math.max(total, moved, 1)} value={moved} />
      <span role="status">
        {formatNumber(moved)} of {formatNumber(Math.max(total, moved))}
      </span>
      <Button size="small" onClick={leave}>
        Go on in the background
      </Button>
    </div>
    {problem && (
      <p className="problem" role="alert">
        How far it has come could not be read. {problem.detail}
      </p>
    )}
  </>
)

interface ConfirmMergeProps<N extends MergedResource> {
  kind: MergeKind<N>
  confirmed: Confirmed<N>
  /** Keeps the two as they are shown, while they are merged. */
  hold: (isHeld: boolean) => void
  cancel: () => void
}

/** The version of any of the resources. */
const versionOf = (row: Row<MergedResource>): number => row.version

/** Confirms the merge of what was seen, and leads to the record that is kept. */
export const ConfirmMerge = <N extends MergedResource>({
  kind,
  confirmed,
  hold,
  cancel,
}: ConfirmMergeProps<N>) => {
  const { resource } = kind.view
  const { take, moves, total } = confirmed
  const [row, otherRow] = confirmed.rows
  const [id, other] = [idOf(resource, row), idOf(resource, otherRow)]
  const [kept, merged] = [shownName(kind, row), shownName(kind, otherRow)]
  const [merge, { isLoading }] = useMergeMutation()
  const [begun, setBegun] = useState<Merge>()
  const [error, setError] = useState<ApiError>()
  const keyFor = useRequestKeys()
  const navigate = useNavigate()
  const pass = usePass()
  const end = useMergeEnd(kind, id, other)
  const [finish] = useState(
    () =>
      ({ merge_id }: Merge) =>
        end(`${merged} was merged into ${kept}`.replace(/\.?$/, '.'), merge_id),
  )
  const progress = useProgress(begun, finish)
  const confirm = async () => {
    setError(undefined)
    hold(true)
    const order = {
      other,
      version: versionOf(row as Row<MergedResource>),
      other_version: versionOf(otherRow as Row<MergedResource>),
      take,
    }
    try {
      setBegun(await merge({ resource, id, order, key: keyFor(order) }).unwrap())
    } catch (cause) {
      hold(false)
      setError(asApiError(cause as ApiError))
    }
  }
  // The choice was made between other values than those that there are now.
  const isStale = error?.code === 'stale_version'
  return (
    <ConfirmDialog
      title="Merge"
      confirmLabel={isStale ? 'Look again' : 'Merge'}
      busy={isLoading || begun !== undefined}
      error={error}
      confirm={() => (isStale ? cancel() : void confirm())}
      cancel={cancel}
    >
      <p>
        <strong translate="no">{merged}</strong> will be merged into <strong translate="no">{kept}</strong>,
        and wait in the trash.
      </p>
      <p>{moves ? `Its ${moves} will move.` : 'Nothing else belongs to it.'}</p>
      <p>It can be taken back for {mergeDays} days.</p>
      {progress && (
        <Progress
          {...progress}
          total={total}
          leave={() => pass(() => void navigate(`${mergePaths.duplicates(resource)}?show=merged`))}
        />
      )}
    </ConfirmDialog>
  )
}
