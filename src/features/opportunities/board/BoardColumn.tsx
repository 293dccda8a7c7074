import { useId, useMemo, useState } from 'react'
import { asApiError } from '../../../api/kit/errors'
import { useAppDispatch, useRows } from '../../../api/kit/hooks'
import { opportunitiesApi, useOpportunityCardsQuery } from '../../../api/opportunitiesApi'
import type { Row } from '../../../contract'
import type { Stage, StageTotals } from '../../../contract/stages'
import { convertVolume } from '../../../contract/units'
import { StageBadge } from '../../../resources/opportunities/StageBadge'
import { stageName } from '../../../resources/opportunities/stageNames'
import { listVisited } from '../../../store/visitedLists'
import { Button } from '../../../ui/antd/Button'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { useAbortOfOlder } from '../../../ui/list/useResourceList'
import type { ListControl } from '../../../ui/list/useListState'
import { useIsUnread } from '../../../ui/page/pageRoute'
import { LinkButton } from '../../../ui/page/LinkButton'
import { formatNumber, formatShort } from '../../../ui/value/numbers'
import { useVolumeUnit } from '../../../ui/value/volumeUnit'
import { BoardCard, type CardActions } from './BoardCard'
import { cardArgs, cardsAtOnce, maxCards, otherFilters, stageFilter } from './stageColumns'
import { stageIn, type Moved } from './useStageMoves'

type Deal = Row<'opportunities'>

interface BoardColumnProps {
  stage: Stage | null
  list: ListControl
  /** Undefined until they are counted. */
  totals: StageTotals | undefined
  moved: readonly Moved[]
  actions: Omit<CardActions, 'opened'>
  /** The card that was moved by keys. */
  focused: number | null
  /** The stage of the card that is being dragged; undefined where none is. */
  dragged: Stage | null | undefined
  drop: () => void
  /** On narrow screens a picker names it. */
  isAlone: boolean
}

const noIds: readonly number[] = []
const endpoint = opportunitiesApi.endpoints.opportunityCards

/** The cards of a column: those that were moved here first, then those of its list. */
const useCards = (stage: Stage | null, list: ListControl, moved: readonly Moved[]) => {
  const [extended, setExtended] = useState({ of: list.viewQuery, limit: cardsAtOnce })
  // Another search begins with the first cards again.
  const limit = extended.of === list.viewQuery ? extended.limit : cardsAtOnce
  const args = useMemo(() => cardArgs(list.state, stage, limit), [list.state, stage, limit])
  const { data, error, isFetching, refetch } = useOpportunityCardsQuery(args, {
    refetchOnMountOrArgChange: useIsUnread(endpoint, args),
  })
  useAbortOfOlder(endpoint.name, args)
  const listed = data?.ids ?? noIds
  const ids = useMemo(
    () => [
      ...moved.flatMap(({ id, of }) => (of === list.viewQuery && !listed.includes(id) ? [id] : [])),
      ...listed,
    ],
    [moved, listed, list.viewQuery],
  )
  const rows = useRows('opportunities', ids)
  const deals = rows.filter((row) => row.deleted_at === null && stageIn(row, moved) === stage)
  return {
    deals: data && deals,
    count: data?.count ?? 0,
    limit,
    more: () => setExtended({ of: list.viewQuery, limit: Math.min(limit + cardsAtOnce, maxCards) }),
    isFetching,
    problem: isFetching ? undefined : asApiError(error),
    retry: () => void refetch(),
  }
}

/** The annual volume of a column in the unit of lists; a long one in short, and in whole on hovering. */
const Volume = ({ dekatherms }: { dekatherms: number }) => {
  const unit = useVolumeUnit()
  const volume = Math.round(convertVolume(dekatherms, 'dth', unit))
  return (
    <span className="board-column-volume quiet" title={`${formatNumber(volume)} ${unit} a year`}>
      {formatShort(volume)} {unit}
    </span>
  )
}

/** What stands below the cards of a long column. */
const More = ({
  stage,
  list,
  cards,
}: Pick<BoardColumnProps, 'stage' | 'list'> & { cards: ReturnType<typeof useCards> }) => {
  const { count, limit, more, isFetching } = cards
  if (count <= limit) return null
  const name = stageName(stage)
  if (limit < maxCards)
    return (
      <Button block size="small" loading={isFetching} onClick={more}>
        Show {formatNumber(Math.min(cardsAtOnce, count - limit))} more
        <span className="visually-hidden"> of {name}</span>
      </Button>
    )
  const filters = { ...otherFilters(list.state), ...stageFilter(stage) }
  const inTable = new URLSearchParams({ ...filters, ...(list.state.q && { q: list.state.q }) })
  return (
    <LinkButton size="small" to={`?${inTable}`}>
      {`All ${formatNumber(count)} in the table`}
    </LinkButton>
  )
}

/** The deals of one stage, with their number and their annual volume (BOARD-3). */
export const BoardColumn = ({
  stage,
  list,
  totals,
  moved,
  actions,
  focused,
  dragged,
  drop,
  isAlone,
}: BoardColumnProps) => {
  const id = useId()
  const dispatch = useAppDispatch()
  const cards = useCards(stage, list, moved)
  const { deals, problem } = cards
  const [isOver, setIsOver] = useState(false)
  const takesDrop = dragged !== undefined && dragged !== stage
  const name = stageName(stage)

  const opened = () => {
    const { q, sort } = list.state
    const ids = deals?.map(({ opportunity_id }) => opportunity_id) ?? []
    const known = { q, filters: { ...otherFilters(list.state), ...stageFilter(stage) }, ordering: sort }
    const range = { size: cardsAtOnce, offset: 0, ids, count: Math.max(cards.count, ids.length) }
    dispatch(
      listVisited({
        resource: 'opportunities',
        list: { address: `${location.pathname}${location.search}${location.hash}`, ...known, ...range },
      }),
    )
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- cards are moved by menus and keys as well
    <section
      className={`board-column${takesDrop && isOver ? ' board-column-target' : ''}`}
      aria-labelledby={id}
      onDragOver={(event) => {
        if (!takesDrop) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        drop()
      }}
    >
      <header className="board-column-head">
        <h2 id={id} className={isAlone ? 'visually-hidden' : ''}>
          <StageBadge stage={stage} />
        </h2>
        {totals && (
          <>
            <span className="board-column-count">
              {formatNumber(totals.count)}
              <span className={isAlone ? '' : 'visually-hidden'}> opportunities</span>
            </span>
            <Volume dekatherms={totals.annual_volume} />
          </>
        )}
      </header>
      {problem && (
        <ErrorState
          title={`${name} could not be loaded.`}
          error={problem}
          retry={cards.retry}
          inline={deals !== undefined}
        />
      )}
      <div className="board-column-body">
        {deals ? (
          <ul aria-labelledby={id} className="board-cards">
            {deals.map((deal: Deal, place) => (
              <BoardCard
                key={deal.opportunity_id}
                deal={deal}
                stage={stage}
                actions={{ ...actions, opened }}
                place={place}
                isFocused={deal.opportunity_id === focused}
              />
            ))}
          </ul>
        ) : (
          !problem && (
            <div role="status" aria-label={`${name} is loading`} className="board-cards">
              {[1, 2, 3].map((place) => (
                <div key={place} className="board-card board-card-waiting">
                  <span className="bar" />
                  <span className="bar" />
                </div>
              ))}
            </div>
          )
        )}
        {deals?.length === 0 && <p className="board-column-empty quiet">Nothing here.</p>}
        {deals && <More stage={stage} list={list} cards={cards} />}
      </div>
    </section>
  )
}
