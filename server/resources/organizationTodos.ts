import { defineResource } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    organizationTodos: Searched & CascadedColumns
  }
}

export const organizationTodos = defineResource('organizationTodos', {
  description: 'Which task is about which organization.',
  search: [],
  uniqueTogether: { fields: ['organization', 'todo'], text: 'already linked' },
  isCascaded: true,
})
