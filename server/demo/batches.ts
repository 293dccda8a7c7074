/** What a fill consists of: batches of rows, each after those that it refers to. */
import type { ServerResource } from '../kit/resource'
import { resources } from '../resources'
import { deriverOf } from './derived'
import { bareLinks, demoTables, type DemoTable } from './tables'
import type { World } from './world'

/** How many records are made, and held in memory, at a time. */
const batchSize = 1_000

/** A stretch of a demo table's records. */
export interface Batch {
  table: DemoTable
  start: number
  /** The first index that is no longer part of it. */
  end: number
  /** Records of the whole table. */
  total: number
}

/** What a fill is to make. */
export interface Fill {
  world: World
  opportunities: number
  /** Whether there are files, whose contents go to the store. */
  withFiles: boolean
}

type DemoRecord = Readonly<Record<string, unknown>>

/** Rows that a database table gets. */
export interface TableRows {
  table: string
  columns: readonly string[]
  /** The values of each row, in the order of the columns. */
  rows: readonly (readonly unknown[])[]
}

/** The tables that are filled. */
export const tablesOf = (withFiles: boolean): readonly DemoTable[] =>
  withFiles ? demoTables : demoTables.filter(({ resource }) => resource !== resources.files)

/** Every batch of a fill, in the order in which they are inserted. */
export const batchesOf = ({ opportunities, withFiles }: Omit<Fill, 'world'>): Batch[] =>
  tablesOf(withFiles).flatMap((table) => {
    const total = table.size(opportunities)
    return Array.from({ length: Math.ceil(total / batchSize) }, (_, index) => {
      const start = index * batchSize
      return { table, start, end: Math.min(start + batchSize, total), total }
    })
  })

/** Makes the rows of a batch, and those of the link tables that no resource of its own fills. */
export function rowsOf(world: World, { table, start, end }: Batch): TableRows[] {
  const derive = deriverOf(table)
  const records = Array.from({ length: end - start }, (_, offset) => table.rowAt(world, start + offset))
  const rows = records.map((record, offset) => ({ ...record, ...derive(world, start + offset, record) }))
  const { links } = table.resource
  const columns = Object.keys(rows[0] ?? {}).filter((name) => !(name in links))
  return [
    {
      table: table.resource.table,
      columns,
      rows: rows.map((row: DemoRecord) => columns.map((column) => stored(row[column]))),
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
