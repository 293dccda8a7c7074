/** What each kind of import makes of a row, and to which stored rows it compares it. */
import { sql } from 'kysely'
import { contract } from '../../../src/contract'
import { importKinds } from '../../../src/contract/imports'
import { problems } from '../../../src/contract/problems'
import { anyTable, type Write } from '../../kit/context'
import { fold } from '../../kit/fold'
import { resourceOf } from '../../kit/registry'
import { markForPricing } from '../quotePricing'
import { markForUsage } from '../usageTotals'
import type { Values } from './kept'
import type { SettledImport } from './way'
import { readDay, readText, readMonth, readNumberOf, readYesNo, RefusedCell } from './cells'

interface ServerKind {
  /** @throws RefusedCell for a row that cannot be used. */
  read: (cellOf: (column: string) => string) => Values
  /** The column of prices, which are stored in $/dth. */
  prices?: string
  /** The fields by which a row is one of its own within its target. */
  key: readonly string[]
  /** What a file replaces as a whole, of a row; null: only rows with its key. */
  group: ((values: Values) => string) | null
  /** The SQL text of that group, of a stored row. */
  groupColumn: string | null
  /** Columns of the server's own in a new row. */
  own: (values: Values) => Values
  /** What follows from stored rows. */
  stored: (write: Write, target: number | null) => Promise<void>
}

const nothing = () => Promise.resolve()

function readName(cell: string): string {
  const name = readText(cell, contract.marketHolidays.fields.name.max)
  if (name === null) throw new RefusedCell(problems.required)
  return name
}

/** The kinds whose rows are known by a key. */
export type KeyedImport = Exclude<SettledImport, 'contracts' | 'usage'>

export const serverKinds: Readonly<Record<KeyedImport, ServerKind>> = {
  curves: {
    read: (cellOf) => ({
      trade_date: readDay(cellOf('trade_date')),
      delivery_month: readMonth(cellOf('delivery_month')),
      price: readNumberOf(cellOf('price'), contract.curvePoints.fields.price),
      settled: readYesNo(cellOf('settled')),
    }),
    prices: 'price',
    key: ['trade_date', 'delivery_month'],
    group: ({ trade_date }) => String(trade_date),
    groupColumn: 'trade_date',
    own: () => ({ search: '' }),
    stored: (write, target) => markForPricing(write, 'curve', [target ?? undefined]),
  },
  heatContents: {
    read: (cellOf) => ({
      valid_from: readDay(cellOf('valid_from')),
      mmbtu_per_mcf: readNumberOf(cellOf('mmbtu_per_mcf'), contract.heatContents.fields.mmbtu_per_mcf),
    }),
    key: ['valid_from'],
    group: null,
    groupColumn: null,
    own: () => ({ search: '' }),
    stored: async (write, target) => {
      await markForPricing(write, 'utility', [target ?? undefined])
      await markForUsage(write, [target])
    },
  },
  marketHolidays: {
    read: (cellOf) => ({ day: readDay(cellOf('day')), name: readName(cellOf('name')) }),
    key: ['day'],
    group: ({ day }) => String(day).slice(0, 4),
    groupColumn: 'substr(day, 1, 4)',
    own: ({ day, name }) => ({ day_key: day, name_key: fold(String(name)), search: '' }),
    stored: nothing,
  },
}

export const keyOf = (name: KeyedImport, values: Values): string =>
  serverKinds[name].key.map((field) => String(values[field])).join(' ')

/** The stored rows of a target. */
const storedOf = (db: Write['db'], name: KeyedImport, target: number | null) => {
  const { target: targetField, resource } = importKinds[name]
  const rows = anyTable(db).selectFrom(resourceOf(resource).table).selectAll()
  return targetField === null ? rows : rows.where(targetField, '=', target)
}

/** The stored rows with the keys of some rows, a few of them: these are named in one statement. */
export const storedLike = async (
  db: Write['db'],
  name: KeyedImport,
  target: number | null,
  rows: readonly Values[],
): Promise<Values[]> => {
  if (rows.length === 0) return []
  const { key } = serverKinds[name]
  const fields = sql.join(key.map((field) => sql.ref(field)))
  const keys = sql.join(rows.map((row) => sql`(${sql.join(key.map((field) => row[field]))})`))
  return storedOf(db, name, target)
    .where(sql<boolean>`(${fields}) in (values ${keys})`)
    .execute()
}

/** The stored rows of some groups, whole. */
export const storedIn = (
  db: Write['db'],
  name: KeyedImport,
  target: number | null,
  groups: readonly string[],
): Promise<Values[]> =>
  storedOf(db, name, target)
    .where(sql<boolean>`${sql.raw(serverKinds[name].groupColumn ?? 'null')} in (${sql.join(groups)})`)
    .execute()

/** Whether a stored row holds what a row of the file says; databases tell truth values in their own ways. */
export const isSame = (stored: Values, values: Values): boolean =>
  Object.entries(values).every(([name, value]) =>
    typeof value === 'boolean' ? Boolean(stored[name]) === value : stored[name] === value,
  )
