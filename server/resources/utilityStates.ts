import { defineResource, shared } from '../kit/define'

export const utilityStates = defineResource('utilityStates', {
  restrictDelete: true,
  search: ['name', shared('utility.name'), shared('state.name'), shared('state.acronym')],
  keys: { name: 'name', utility: 'utility.name', state: 'state.name' },
})
