import { defineResource } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    curves: Searched & { name_key: string }
  }
}

export const curves = defineResource('curves', {
  description: 'Forward curves: NYMEX, indices and basis.',
  restrictDelete: true,
  // Of two at once the second sees what the first has written.
  exclusive: true,
  search: ['name'],
  sortKeys: { name: 'name' },
  unique: { name: 'A curve with this name exists already.' },
})
