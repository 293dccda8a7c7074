import type { ImportName } from '../../../src/contract/imports'
import { isRecordImport } from '../../../src/contract/recordImports'
import type { Write, Writer } from '../../kit/context'
import { contractsWay } from './contracts/contracts'
import { keyedWay } from './keyed'
import { stageRecords } from './records/stage'
import { usageWay } from './usage/usage'
import type { Found, ImportWay, Proposal, SettledImport } from './way'

const ways: Readonly<Record<SettledImport, ImportWay>> = {
  curves: keyedWay('curves'),
  heatContents: keyedWay('heatContents'),
  marketHolidays: keyedWay('marketHolidays'),
  usage: usageWay,
  contracts: contractsWay,
}

/** How a kind of import comes to be stored. */
export const wayOf = (name: SettledImport): ImportWay => ways[name]

/** Compares the rows of a file with what is stored. */
export const stage = (
  db: Write['db'],
  name: ImportName,
  proposal: Proposal,
  writer: Writer,
): Promise<Found> =>
  isRecordImport(name) ? stageRecords(db, name, proposal, writer) : ways[name].stage(db, proposal)
