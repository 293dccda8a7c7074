import { defineResource } from '../kit/define'

export const organizationTodos = defineResource('organizationTodos', {
  search: [],
  pair: { fields: ['organization', 'todo'], text: 'already linked' },
  heldByOthers: true,
})
