import { defineResource } from '../kit/define'
import { notifyMentioned } from './mentions'
import { ownerColumns, ownerParameters } from './owners'

declare module '../db/tables' {
  interface ServerColumns {
    notes: Searched & CascadedColumns & Owned
  }
}

export const notes = defineResource('notes', {
  description: 'Rich-text notes on opportunities, bids, organizations and contacts.',
  routes: 'own',
  search: ['description'],
  isCascaded: true,
  listParameters: ownerParameters,
  prepare: async (write, values, { before }) => {
    const stays =
      before !== null && values.object_id === before.object_id && values.content_type === before.content_type
    return stays ? {} : await ownerColumns(write, values)
  },
  after: async (write, id, { values: { description }, before }) => {
    if (description !== undefined) await notifyMentioned(write, id, before?.description ?? null)
  },
})
