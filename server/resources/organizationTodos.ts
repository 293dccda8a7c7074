import { defineResource } from '../kit/define'

export const organizationTodos = defineResource('organizationTodos', {
  table: 'organization_todos',
  search: [],
  pair: { fields: ['organization', 'todo'], text: 'already linked' },
  heldByOthers: true,
})
