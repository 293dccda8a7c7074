import { defineResource } from '../kit/define'

export const utilities = defineResource('utilities', {
  search: ['name'],
  keys: { name: 'name' },
  restrictDelete: true,
  unique: { name: 'A utility with this name exists already.' },
})
