import { defineResource } from '../kit/define'

export const tags = defineResource('tags', {
  search: ['name', 'description'],
  keys: { name: 'name', description: 'description' },
  unique: { name: 'A tag with this name exists already.' },
})
