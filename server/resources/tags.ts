import { defineResource } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    tags: Searched & {
      name_key: string
      description_key: string
    }
  }
}

export const tags = defineResource('tags', {
  description: 'Coloured labels on opportunities.',
  search: ['name', 'description'],
  sortKeys: { name: 'name', description: 'description' },
  unique: { name: 'A tag with this name exists already.' },
})
