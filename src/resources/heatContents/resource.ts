import { defineResourceView } from '../kit/resourceView'
import { heatContentPaths } from './paths'

/** The heat content of the gas of utilities, each from a day on (UNIT-6). */
export const heatContents = defineResourceView('heatContents', {
  noun: ['heat content', 'heat contents'],
  list: heatContentPaths.list,
  creation: { to: heatContentPaths.list, isDialog: true },
  emptyDescription: 'Without an entry of its utility, gas holds 1.037 MMBtu per mcf.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
