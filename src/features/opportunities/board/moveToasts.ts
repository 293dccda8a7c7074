import type { Row } from '../../../contract'
import { toastGroupClosed, toastShown, type Change } from '../../../store/toasts'

const group = 'opportunityMoves'

/** With the next move the last one cannot be taken back any more: its notice goes (BOARD-4). */
export const moveBegun = () => toastGroupClosed(group)

/** Tells where a deal was moved, and offers to take it back. */
export const movedToast = (deal: Row<'opportunities'>, where: string, change: Change) =>
  toastShown({
    kind: 'success',
    title: 'Moved',
    text: `${deal.opportunity_name}: ${where}.`,
    undo: { resource: 'opportunities', id: deal.opportunity_id, change },
    group,
  })
