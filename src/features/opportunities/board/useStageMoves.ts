import { useCallback, useRef, useState } from 'react'
import { asApiError } from '../../../api/kit/errors'
import { useAppDispatch, useAppStore } from '../../../api/kit/hooks'
import { useMoveStageMutation, type StageChange } from '../../../api/opportunitiesApi'
import type { Row } from '../../../contract'
import type { Stage } from '../../../contract/stages'
import { stageName } from '../../../resources/opportunities/stageNames'
import { selectRow } from '../../../store/entities'
import { toastShown } from '../../../store/toasts'
import { movedToast, moveBegun } from './moveToasts'

type Deal = Row<'opportunities'>

/** A deal that was moved on this board, the latest one first. */
export interface Moved {
  id: number
  /** The search and the filters in which it was moved: others may not find it. */
  of: string
  /** Its stage until the server has answered; afterwards its row tells it. */
  pending: { stage: Stage | null } | undefined
}

export interface StageMoves {
  moved: readonly Moved[]
  /** Moves a deal, and tells of the success. @throws ApiError where it was not moved. */
  move: (deal: Deal, to: StageChange) => Promise<void>
  /** Tells why a deal was not moved. */
  tell: (deal: Deal, cause: unknown) => void
}

/** The stage that a deal is shown in. */
export const stageIn = ({ opportunity_id, stage }: Deal, moved: readonly Moved[]): Stage | null => {
  const pending = moved.find(({ id }) => id === opportunity_id)?.pending
  return pending ? pending.stage : stage
}

/**
 * Moves deals between stages: at once on the screen, then on the server; a success can be taken back (BOARD-4). The moves
 * of one deal follow each other, each from the stage and the version that the one before has left.
 * @param viewQuery search and filters of the board.
 */
export const useStageMoves = (viewQuery: string): StageMoves => {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const [send] = useMoveStageMutation()
  const [moved, setMoved] = useState<readonly Moved[]>([])
  const last = useRef(new Map<number, Promise<unknown>>())

  const move = useCallback(
    async (deal: Deal, to: StageChange) => {
      const { opportunity_id: id } = deal
      const put = (pending: Moved['pending']) =>
        setMoved((all) => [{ id, of: viewQuery, pending }, ...all.filter((other) => other.id !== id)])
      const row = () => selectRow(store.getState(), 'opportunities', id) ?? deal
      put({ stage: to.stage })
      dispatch(moveBegun())
      const before = last.current.get(id)
      const turn = (async () => {
        await before?.catch(() => undefined)
        const { version, stage, lost_reason, lost_note } = row()
        await send({ id, version, from: stage, to }).unwrap()
        return { stage, lost_reason, lost_note }
      })()
      last.current.set(id, turn)
      // A later move shows its own stage, and takes back what it has moved itself.
      const isLast = () => last.current.get(id) === turn
      const body = await turn.finally(() => isLast() && put(undefined))
      if (!isLast()) return
      const { version, stage, lost_reason, lost_note } = row()
      const made = { stage, lost_reason, lost_note }
      dispatch(movedToast(deal, stageName(to.stage), { version, body, made }))
    },
    [dispatch, send, store, viewQuery],
  )

  const tell = useCallback(
    ({ opportunity_name: name }: Deal, cause: unknown) => {
      const problem = asApiError(cause as Parameters<typeof asApiError>[0])
      if (!problem || problem.code === 'signed_out') return
      const current = problem.code === 'stale_version' ? problem.current : undefined
      const where = current && stageName((current['stage'] ?? null) as Stage | null)
      const text = where
        ? `${name} was changed meanwhile: its stage is ${where}.`
        : `${name} stays in its stage.`
      dispatch(
        toastShown({ kind: 'error', title: 'Not moved', text, ...(!where && { detail: problem.detail }) }),
      )
    },
    [dispatch],
  )
  return { moved, move, tell }
}
