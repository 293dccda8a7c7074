import { defineResource } from '../kit/define'

export const utilityStates = defineResource('utilityStates', {
  table: 'utility_states',
  search: ['name', 'utility.name', 'state.name', 'state.acronym'],
  keys: { name: 'name', utility: 'utility.name', state: 'state.name' },
})
