import { defineResource } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    utilities: Searched & { name_key: string }
  }
}

export const utilities = defineResource('utilities', {
  description: 'Local distribution companies.',
  search: ['name'],
  sortKeys: { name: 'name' },
  restrictDelete: true,
  unique: { name: 'A utility with this name exists already.' },
})
