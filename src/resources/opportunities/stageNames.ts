import type { LostReason, Stage } from '../../contract/stages'

/** The stages of deals, as the board heads its columns (BOARD-1). */
export const stageNames: Readonly<Record<Stage, string>> = {
  new: 'New',
  gathering: 'Gathering',
  pricing: 'Pricing',
  presented: 'Presented',
  won: 'Won',
  lost: 'Lost',
}

/** The column of deals without a stage. */
export const noStage = 'No stage'

/** A stage, or none, by its name. */
export const stageName = (stage: Stage | null): string => (stage === null ? noStage : stageNames[stage])

/** Why deals are lost (BOARD-2). */
export const lostReasonNames: Readonly<Record<LostReason, string>> = {
  price: 'Price',
  incumbent: 'Stayed with its supplier',
  competitor: 'Another broker',
  utility: 'Stayed with the utility',
  credit: 'Credit declined',
  postponed: 'Postponed',
  no_answer: 'No answer',
  other: 'Other',
}
