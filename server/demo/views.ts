/** Saved views that every user sees, as samples. */
import { staffIds } from './accounts'
import type { DemoRow } from './rows'
import { setUpStamps } from './stamps'
import { randomFor, type World } from './world'

const samples = [
  { name: 'Latest first', list: 'opportunities', query: 'sort=-created_at' },
  { name: 'Ending first', list: 'contracts', query: 'sort=end_date' },
] as const

export const viewCount = samples.length

/** The view at an index; ids count from 1. */
export function viewAt(world: World, index: number): DemoRow<'views'> {
  const sample = samples[index]
  if (!sample) throw new RangeError(`There is no demo view ${index}.`)
  const stamps = setUpStamps(randomFor(world, 'views', index), world, staffIds)
  return {
    view_id: index + 1,
    ...sample,
    hidden_columns: [],
    shown_columns: [],
    density: 'comfortable',
    is_shared: true,
    ...stamps,
  }
}
