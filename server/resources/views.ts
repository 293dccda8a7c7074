import { defineResource } from '../kit/define'
import { assertRight } from '../kit/policy'

declare module '../db/tables' {
  interface ServerColumns {
    views: Searched & { name_key: string }
  }
}

export const views = defineResource('views', {
  description: 'Saved views of lists. A user sees their own and those that are shared.',
  search: ['name'],
  sortKeys: { name: 'name' },
  owner: 'created_by',
  sharedBy: 'is_shared',
  // A private view is one's own; what others see takes the right to write.
  prepare: (write, { is_shared }, { before }) => {
    if (is_shared || before?.is_shared) assertRight(write, 'write')
    return Promise.resolve({})
  },
  moved: (write, _id, { is_shared }) => {
    if (is_shared) assertRight(write, 'write')
    return Promise.resolve()
  },
})
