/** The batches of a fill: groups whose rows reference only rows of their own group and of the first batch. */
import type { TableRows } from '../db/tables'
import type { ServerResource } from '../kit/resource'
import { resources } from '../resources'
import { usageMonthRows } from './billPeriods'
import { messageAddressesOf } from './contactMessages'
import { deriverOf } from './derived'
import { meterCount } from './meters'
import { perGroup } from './sizes'
import { linksWithoutResource, demoTables, mailCount, type DemoTable } from './tables'
import type { World } from './world'

/**
 * Groups made, and held in memory, at a time: some 2,500 rows. All tables of a group are made together, since its
 * records read each other, and are then computed once instead of once per table.
 */
const groupsPerBatch = 20

/** Opportunities of whole groups, and all rows that belong to them. */
export interface Batch {
  /** The index of the first one; the first batch includes the rows that exist without opportunities. */
  from: number
  /** The index after the last one. */
  to: number
}

/** The parameters of a fill. */
export interface Fill {
  world: World
  opportunities: number
  /** Whether to create files, whose contents are stored separately. */
  withFiles: boolean
}

type DemoRecord = Readonly<Record<string, unknown>>

/** Those whose rows name contents of the file store. */
const withContents: readonly ServerResource[] = [resources.files, resources.messageAttachments]

/** The tables that are filled. */
export const tablesOf = (withFiles: boolean): readonly DemoTable[] =>
  withFiles ? demoTables : demoTables.filter(({ resource }) => !withContents.includes(resource))

/** Every batch of a fill, in the order of insertion. */
export function batchesOf(opportunities: number): Batch[] {
  const size = groupsPerBatch * perGroup.opportunities
  return Array.from({ length: Math.max(1, Math.ceil(opportunities / size)) }, (_, index) => ({
    from: index * size,
    to: Math.min((index + 1) * size, opportunities),
  }))
}

/** The rows of a batch, including those of link tables without a resource of their own. */
export const rowsOf = ({ world, withFiles }: Fill, { from, to }: Batch): TableRows[] => [
  ...tablesOf(withFiles).flatMap((table) => {
    const start = from === 0 ? 0 : table.size(from)
    const length = table.size(to) - start
    return length === 0 ? [] : rowsIn(world, table, start, length)
  }),
  ...usageMonthRows(world, meterCount(from), meterCount(to)),
  ...(from === 0 && to > 0 ? messageAddressesOf(world, 0, mailCount) : []),
]

function rowsIn(world: World, table: DemoTable, start: number, length: number): TableRows[] {
  const derive = deriverOf(table)
  const records: DemoRecord[] = Array.from({ length }, (_, offset) => table.rowAt(world, start + offset))
  const derived = records.map((record, offset) => derive(world, start + offset, record))
  const { links } = table.resource
  const own = Object.keys(records[0] ?? {}).filter(
    (name) => !(name in links) && !(name in (derived[0] ?? {})),
  )
  const computed = Object.keys(derived[0] ?? {})
  return [
    {
      table: table.resource.table,
      columns: [...own, ...computed],
      rows: records.map((record, offset) => [
        ...own.map((column) => stored(record[column])),
        ...computed.map((column) => derived[offset]?.[column]),
      ]),
    },
    ...linkRows(table.resource, records),
  ]
}

/** Lists and other structured values are stored as JSON text. */
const stored = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

/** The links of records whose relations have no resource of their own. */
const linkRows = (resource: ServerResource, records: readonly DemoRecord[]): TableRows[] =>
  linksWithoutResource(resource).map(([relation, { table, own, target, order }]) => ({
    table,
    columns: [own, target, ...(order === undefined ? [] : [order])],
    rows: records.flatMap((record) =>
      [record[relation]]
        .flat()
        .map((named, position) => [
          record[resource.contract.idField],
          named,
          ...(order === undefined ? [] : [position]),
        ]),
    ),
  }))
