import { defineResourceView } from '../kit/resourceView'

/** Files of a record. */
export const files = defineResourceView('files', {
  noun: ['file', 'files'],
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
