import { useEffect, useRef, type DragEvent, type KeyboardEvent } from 'react'
import { useIsAllowed } from '../../../api/kit/hooks'
import type { Row } from '../../../contract'
import type { Stage } from '../../../contract/stages'
import { ListVolume } from '../../../resources/kit/ListVolume'
import { RecordName, RecordNames } from '../../../resources/kit/RecordName'
import { valueOf } from '../../../resources/kit/valueOf'
import { opportunityFieldMeta, unitOf } from '../../../resources/opportunities/fieldMeta'
import { opportunityPaths } from '../../../resources/opportunities/paths'
import { stageName } from '../../../resources/opportunities/stageNames'
import { RecordLink } from '../../../ui/page/RecordLink'
import { RowMenu } from '../../../ui/table/RowMenu'
import { dayOf } from '../../../ui/calendar/periods'
import { Avatar } from '../../../ui/value/Avatar'
import { DateText } from '../../../ui/value/DateText'
import { DueText } from '../../../ui/value/DueText'
import { boardStages } from './stageColumns'
import { IfAllowed } from '../../../resources/kit/IfAllowed'

type Deal = Row<'opportunities'>

/** What cards do with their board. */
export interface CardActions {
  /** The stage is changed; a lost one is asked for its reason. */
  move: (deal: Deal, stage: Stage | null) => void
  /** The card that was moved by keys has taken the focus. */
  focusTaken: () => void
  /** The list that neighbours of its page are told by. */
  opened: () => void
  drag: (deal: Deal | null) => void
  /** The id of the element that says how cards are moved by keys. */
  describedBy: string
}

interface BoardCardProps {
  deal: Deal
  /** The stage in which it is shown. */
  stage: Stage | null
  actions: CardActions
  /** Its place in the column. */
  place: number
  /** It was moved by keys, and takes the focus along. */
  isFocused: boolean
}

/** The first organization, with the number of the others; in print, where nothing can be opened, all of them. */
const Organizations = ({ ids }: { ids: readonly number[] }) => {
  const [first, ...more] = ids
  if (first === undefined) return null
  return (
    <p className="board-card-organization quiet">
      <RecordName resource="organizations" id={first} />
      {more.length > 0 && <span className="not-printed"> +{more.length}</span>}
      {more.length > 0 && (
        <span className="board-card-others">
          , <RecordNames resource="organizations" ids={more} />
        </span>
      )}
    </p>
  )
}

/** The volume, and how ready it is, or why it was lost. */
const Facts = ({ deal, stage }: { deal: Deal; stage: Stage | null }) => {
  const facts = [
    {
      label: 'Annual volume',
      shown: deal.sales_annual_volume_manual !== null && (
        <ListVolume volume={deal.sales_annual_volume_manual} unit={unitOf(deal)} />
      ),
    },
    stage === 'lost'
      ? { label: 'Lost reason', shown: valueOf(opportunityFieldMeta, 'lost_reason', deal) }
      : {
          label: 'Readiness',
          shown: stage !== 'won' && deal.ready_score !== null && `${deal.ready_score}% ready`,
        },
  ].filter(({ shown }) => Boolean(shown))
  return (
    <dl className="board-card-facts">
      {facts.map(({ label, shown }) => (
        <div key={label}>
          <dt className="visually-hidden">{label}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  )
}

/** When pricing is due, of a deal that has ended the day alone; and who sells it. */
const Foot = ({ deal, isOpen }: { deal: Deal; isOpen: boolean }) => {
  const { pricing_due_date: due, sales_represented: seller } = deal
  return (
    <div className="board-card-foot quiet">
      {due === null ? (
        'No due date'
      ) : (
        <span className="board-card-due">
          {isOpen && (
            <>
              <DueText value={due} />
              {' · '}
            </>
          )}
          <span className="visually-hidden">Due </span>
          <DateText value={dayOf(due)} format="namedDay" />
        </span>
      )}
      {seller && (
        <span className="board-card-seller" title={seller}>
          <Avatar name={seller} />
          <span className="visually-hidden">Sold by {seller}</span>
        </span>
      )}
    </div>
  )
}

/** A deal on the board: opened by a click, moved by dragging, by its menu, or by Shift and an arrow key (BOARD-4). */
export const BoardCard = ({ deal, stage, actions, place, isFocused }: BoardCardProps) => {
  const root = useRef<HTMLLIElement>(null)
  const { opportunity_id: id, opportunity_name: name } = deal
  const { focusTaken } = actions

  useEffect(() => {
    if (!isFocused) return
    root.current?.querySelector('a')?.focus()
    focusTaken()
  }, [isFocused, focusTaken])

  // The focus alone shows the link, not the whole card of a column at the edge, nor where it is sorted in afterwards.
  useEffect(() => {
    if (root.current?.contains(document.activeElement))
      root.current.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isFocused, place])

  const mayMove = useIsAllowed('opportunities', 'change')
  const keyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const next = boardStages[boardStages.indexOf(stage) + step]
    if (next !== undefined && mayMove) actions.move(deal, next)
  }
  const dragStart = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', name)
    actions.drag(deal)
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its menu and keys move it as well
    <li
      ref={root}
      className="board-card"
      draggable={mayMove}
      onDragStart={dragStart}
      onDragEnd={() => actions.drag(null)}
    >
      <div className="board-card-head">
        <h3>
          <RecordLink
            className="board-card-link"
            to={opportunityPaths.details(id)}
            draggable={false}
            before={actions.opened}
            onKeyDown={keyDown}
            aria-describedby={actions.describedBy}
          >
            {name}
          </RecordLink>
        </h3>
        <IfAllowed to="change" of="opportunities">
          <RowMenu
            name={name}
            actions={boardStages
              .filter((to) => to !== stage)
              .map((to) => ({ label: `Move to ${stageName(to)}`, act: () => actions.move(deal, to) }))}
          />
        </IfAllowed>
      </div>
      <Organizations ids={deal.organizations} />
      <Facts deal={deal} stage={stage} />
      <Foot deal={deal} isOpen={stage !== 'won' && stage !== 'lost'} />
    </li>
  )
}
