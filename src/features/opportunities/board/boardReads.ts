import { opportunitiesApi } from '../../../api/opportunitiesApi'
import type { ListState } from '../../../ui/list/listState'
import { readOf, type PageRead } from '../../../ui/page/pageRoute'
import { cardArgs, stagesShown, totalsArgs } from './stageColumns'

const { opportunityCards, stageTotals } = opportunitiesApi.endpoints

/** What the board reads at an address, all of it at once. */
export const boardReads = (state: ListState): readonly PageRead[] => [
  readOf(stageTotals, totalsArgs(state)),
  ...stagesShown(state).map((stage) => readOf(opportunityCards, cardArgs(state, stage))),
]
