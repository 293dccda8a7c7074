import { useId, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { asApiError } from '../../../api/kit/errors'
import { opportunitiesApi, useStageTotalsQuery } from '../../../api/opportunitiesApi'
import type { Row } from '../../../contract'
import type { Stage } from '../../../contract/stages'
import { StageBadge } from '../../../resources/opportunities/StageBadge'
import { lazyDialog } from '../../../ui/dialog/lazyDialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { useIsNarrow } from '../../../ui/hooks/useMediaQuery'
import type { ListControl } from '../../../ui/list/useListState'
import { useIsUnread } from '../../../ui/page/pageRoute'
import { formatNumber } from '../../../ui/value/numbers'
import { BoardColumn } from './BoardColumn'
import { stagesShown, totalsArgs } from './stageColumns'
import { useStageMoves } from './useStageMoves'
import './board.css'

type Deal = Row<'opportunities'>

const LostDialog = lazyDialog(async () => (await import('./LostDialog')).LostDialog)

const endpoint = opportunitiesApi.endpoints.stageTotals

const useTotals = ({ state }: ListControl) => {
  const args = useMemo(() => totalsArgs(state), [state])
  return useStageTotalsQuery(args, { refetchOnMountOrArgChange: useIsUnread(endpoint, args) })
}

/** Which column narrow screens show: that of the address, else the first one with something in it. */
const usePicked = (shown: readonly (Stage | null)[], isFilled: (stage: Stage | null) => boolean) => {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const nameOf = (stage: Stage | null) => stage ?? 'none'
  const stagesFirst = [...shown].sort((one, other) => Number(one === null) - Number(other === null))
  const picked =
    shown.find((stage) => `#${nameOf(stage)}` === hash) ??
    stagesFirst.find(isFilled) ??
    stagesFirst.at(0) ??
    null
  const pick = (stage: Stage | null) =>
    void navigate({ pathname, search, hash: nameOf(stage) }, { replace: true })
  return { picked, pick }
}

/** The list as a board: a column for each stage, with the search and the filters of the list (BOARD-3). */
export const Board = ({ list }: { list: ListControl }) => {
  const helpId = useId()
  const isNarrow = useIsNarrow()
  const { data: totals, error, isFetching, refetch } = useTotals(list)
  const { moved, move, tell } = useStageMoves(list.viewQuery)
  const picker = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<Deal | null>(null)
  const [losing, setLosing] = useState<Deal | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const totalsOf = (stage: Stage | null) => totals?.find((each) => each.stage === stage)
  const isFilled = (stage: Stage | null) => (totalsOf(stage)?.count ?? 0) > 0
  const all = stagesShown(list.state)
  const { picked, pick } = usePicked(all, isFilled)
  // Those without a stage are what is left of the time before stages.
  const shown = all.filter((stage) => (isNarrow ? stage === picked : stage !== null || isFilled(null)))

  const begin = (deal: Deal, stage: Stage | null) => {
    if (stage === 'lost') setLosing(deal)
    else
      void move(deal, { stage, lost_reason: null, lost_note: null }).catch((cause: unknown) =>
        tell(deal, cause),
      )
  }
  const actions = {
    describedBy: helpId,
    drag: setDragged,
    move: (deal: Deal, stage: Stage | null) => {
      // On narrow screens its card is in no column that is shown.
      const focusPicker = () => picker.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
      if (stage !== 'lost' && isNarrow) requestAnimationFrame(focusPicker)
      else if (stage !== 'lost') setFocused(deal.opportunity_id)
      begin(deal, stage)
    },
    focusTaken: () => setFocused(null),
  }
  const problem = isFetching ? undefined : asApiError(error)
  return (
    <>
      {problem && (
        <ErrorState
          title="The totals could not be loaded."
          error={problem}
          retry={() => void refetch()}
          inline
        />
      )}
      {isNarrow && (
        <div ref={picker} className="board-picker" role="group" aria-label="Stage">
          {all.map((stage) => (
            <button
              key={stage ?? 'none'}
              type="button"
              aria-pressed={stage === picked}
              onClick={() => pick(stage)}
            >
              <StageBadge stage={stage} />
              <span className="quiet">{totals ? formatNumber(totalsOf(stage)?.count ?? 0) : ''}</span>
            </button>
          ))}
        </div>
      )}
      <div className={isNarrow ? 'board board-narrow' : 'board'}>
        {shown.map((stage) => (
          <BoardColumn
            key={stage ?? 'none'}
            stage={stage}
            list={list}
            totals={totalsOf(stage)}
            moved={moved}
            actions={actions}
            focused={focused}
            dragged={dragged ? dragged.stage : undefined}
            drop={() => {
              if (dragged) begin(dragged, stage)
              setDragged(null)
            }}
            isAlone={isNarrow}
          />
        ))}
      </div>
      <p id={helpId} className="visually-hidden">
        Press Shift and an arrow key to move it to the stage before or after.
      </p>
      {losing && (
        <LostDialog
          deal={losing}
          lose={(loss) => move(losing, { stage: 'lost', ...loss })}
          close={() => setLosing(null)}
        />
      )}
    </>
  )
}
