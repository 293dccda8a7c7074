import { defineResourceView } from '../kit/resourceView'

/** Notes on a record. */
export const notes = defineResourceView('notes', {
  noun: ['note', 'notes'],
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
