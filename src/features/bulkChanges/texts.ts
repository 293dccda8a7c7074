import type { BulkChange } from '../../contract/bulkChanges'
import { counted, formatNumber } from '../../ui/value/numbers'

/** One record and several of them. */
type Noun = readonly [one: string, several: string]

const verbs = {
  set: ['Changing', 'Changed'],
  add: ['Changing', 'Changed'],
  remove: ['Changing', 'Changed'],
  delete: ['Moving to the trash:', 'Moved to the trash:'],
  restore: ['Restoring', 'Restored'],
} as const

/** How many records were changed, whatever the undo has made of them. */
const changedIn = ({ counts }: BulkChange): number => counts.changed + counts.undone + counts.kept

/** How far it has come, of how many. */
export const progressOf = (change: BulkChange): { done: number; total: number } => {
  const { counts, total, state } = change
  if (state === 'undoing') return { done: counts.undone + counts.kept, total: changedIn(change) }
  return { done: total - counts.waiting, total }
}

/** Records that were left as they are for a reason. */
export const explainedIn = ({ counts }: BulkChange): number => counts.skipped + counts.refused + counts.kept

const isOrAre = (count: number) => (count === 1 ? 'is' : 'are')

/** What is done, or has been done. */
export const textOf = (change: BulkChange, [one, several]: Noun): string => {
  const { state, counts, total, action } = change
  const records = (count: number) => counted(count, one, several)
  const [doing, done] = verbs[action]
  if (state === 'running') return `${doing} ${records(total)}`
  if (state === 'undoing') return `Taking back the change of ${records(changedIn(change))}`
  if (state === 'undone') {
    const kept =
      counts.kept > 0
        ? ` ${formatNumber(counts.kept)} ${isOrAre(counts.kept)} kept, because of later changes.`
        : ''
    return `Taken back for ${records(counts.undone)}.${kept}`
  }
  const left = counts.skipped + counts.refused
  return [
    state === 'stopped' ? 'Stopped.' : '',
    `${done} ${records(counts.changed)}.`,
    counts.unchanged > 0 ? `${formatNumber(counts.unchanged)} needed no change.` : '',
    left > 0 ? `${formatNumber(left)} could not be changed.` : '',
    counts.waiting > 0 ? `${formatNumber(counts.waiting)} ${isOrAre(counts.waiting)} as before.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
