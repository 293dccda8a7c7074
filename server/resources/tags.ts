import { defineResource } from '../kit/resource'

const hexColor = /^#([\da-f]{3}|[\da-f]{6})$/i

export const tags = defineResource('tags', {
  table: 'tags',
  search: ['name', 'description'],
  keys: { name: 'name', description: 'description' },
  unique: { name: 'A tag with this name exists already.' },
  check: ({ color }) =>
    typeof color === 'string' && hexColor.test(color)
      ? {}
      : { color: 'Enter a hex colour such as #222 or #1f6feb.' },
})
