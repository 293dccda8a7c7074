/** What a fill consists of: batches of groups, whose rows refer to none but those of their group and of the first batch. */
import type { TableRows } from '../db/tables'
import type { ServerResource } from '../kit/resource'
import { resources } from '../resources'
import { deriverOf } from './derived'
import { perGroup } from './sizes'
import { bareLinks, demoTables, type DemoTable } from './tables'
import type { World } from './world'

/**
 * Groups that are made, and held in memory, at a time: some 2,500 rows. All tables of a group are made together, since
 * each record asks for others of its group, which are then made once and not once for each table.
 */
const groupsPerBatch = 20

/** Opportunities of whole groups, and everything that comes with them. */
export interface Batch {
  /** The index of the first one; the first batch has what is there without any, too. */
  from: number
  /** The first index that is no longer part of it. */
  to: number
}

/** What a fill is to make. */
export interface Fill {
  world: World
  opportunities: number
  /** Whether there are files, whose contents go to the store. */
  withFiles: boolean
}

type DemoRecord = Readonly<Record<string, unknown>>

/** The tables that are filled. */
export const tablesOf = (withFiles: boolean): readonly DemoTable[] =>
  withFiles ? demoTables : demoTables.filter(({ resource }) => resource !== resources.files)

/** Every batch of a fill, in the order in which they are inserted. */
export function batchesOf(opportunities: number): Batch[] {
  const size = groupsPerBatch * perGroup.opportunities
  return Array.from({ length: Math.max(1, Math.ceil(opportunities / size)) }, (_, index) => ({
    from: index * size,
    to: Math.min((index + 1) * size, opportunities),
  }))
}

/** Makes the rows of a batch, and those of the link tables that no resource of its own fills. */
export const rowsOf = ({ world, withFiles }: Fill, { from, to }: Batch): TableRows[] =>
  tablesOf(withFiles).flatMap((table) => {
    const start = from === 0 ? 0 : table.size(from)
    const length = table.size(to) - start
    return length === 0 ? [] : rowsIn(world, table, start, length)
  })

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

/** Lists, and whatever else is no plain value, are kept as JSON text. */
const stored = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

/** The links of records whose relations have no resource of their own. */
const linkRows = (resource: ServerResource, records: readonly DemoRecord[]): TableRows[] =>
  bareLinks(resource).map(([relation, { table, own, target, order }]) => ({
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
