import { defineResource, shared } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    utilityStates: Searched & {
      name_key: string
      utility_key: string | null
      state_key: string | null
    }
  }
}

export const utilityStates = defineResource('utilityStates', {
  description: 'The services of utilities, each in one state.',
  restrictDelete: true,
  search: ['name', shared('utility.name'), shared('state.name'), shared('state.acronym')],
  sortKeys: { name: 'name', utility: 'utility.name', state: 'state.name' },
})
