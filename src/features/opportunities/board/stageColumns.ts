import type { ListArgs } from '../../../api/kit/queries'
import { stages, type Stage } from '../../../contract/stages'
import { listArgs, listConditions } from '../../../ui/list/listArgs'
import type { Filters, ListState } from '../../../ui/list/listState'

/** Cards that a column begins with, and gets more of at a time; with the most, the table shows the rest better. */
export const cardsAtOnce = 25
export const maxCards = 200

/** The columns of the board: those without a stage, and the stages in their order. */
export const boardStages: readonly (Stage | null)[] = [null, ...stages]

/** The columns that the filters of a list leave. */
export const stagesShown = ({ filters }: Pick<ListState, 'filters'>): readonly (Stage | null)[] => {
  const chosen = filters['stage']?.split(',')
  return boardStages.filter((stage) => {
    if (stage === null) return chosen === undefined && filters['stage_empty'] !== 'false'
    return filters['stage_empty'] !== 'true' && (chosen?.includes(stage) ?? true)
  })
}

/** The filter of a column. */
export const stageFilter = (stage: Stage | null): Filters =>
  stage === null ? { stage_empty: 'true' } : { stage }

/** The filters of a list besides those by its stage. */
export const otherFilters = ({ filters }: Pick<ListState, 'filters'>): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'stage' && name !== 'stage_empty'))

/** The request for the first cards of a column (BOARD-3). */
export const cardArgs = (
  state: ListState,
  stage: Stage | null,
  limit = cardsAtOnce,
): ListArgs<'opportunities'> => ({
  ...listArgs<'opportunities'>({ ...state, page: 1, filters: otherFilters(state) }, stageFilter(stage)),
  limit,
})

/** The request for the totals of the columns. */
export const totalsArgs = (state: ListState) => listConditions(state)
