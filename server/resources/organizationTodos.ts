import { defineResource } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    organizationTodos: Searched & Held
  }
}

export const organizationTodos = defineResource('organizationTodos', {
  description: 'Which task is about which organization.',
  search: [],
  pair: { fields: ['organization', 'todo'], text: 'already linked' },
  heldByOthers: true,
})
