import { defineResource } from '../kit/define'
import { ownerColumns, ownerParameters } from './owners'

export const notes = defineResource('notes', {
  search: ['description'],
  heldByOthers: true,
  where: ownerParameters,
  prepare: async (write, values, { before }) => {
    const stays =
      before !== null && values.object_id === before.object_id && values.content_type === before.content_type
    return stays ? {} : await ownerColumns(write, values)
  },
})
