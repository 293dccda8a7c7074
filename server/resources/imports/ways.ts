import type { ImportName } from '../../../src/contract/imports'
import { contractsWay } from './contracts/contracts'
import { keyedWay } from './keyed'
import { usageWay } from './usage/usage'
import type { ImportWay } from './way'

const ways: Readonly<Record<ImportName, ImportWay>> = {
  curves: keyedWay('curves'),
  heatContents: keyedWay('heatContents'),
  marketHolidays: keyedWay('marketHolidays'),
  usage: usageWay,
  contracts: contractsWay,
}

/** How a kind of import comes to be stored. */
export const wayOf = (name: ImportName): ImportWay => ways[name]
