import { defineResource } from '../kit/define'

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
})
