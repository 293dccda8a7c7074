import { defineResource } from '../kit/define'

export const utilities = defineResource('utilities', {
  table: 'utilities',
  search: ['name'],
  keys: { name: 'name' },
  unique: { name: 'A utility with this name exists already.' },
})
