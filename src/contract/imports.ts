/** Imports of tables, CSV or XLSX: proposed, looked at, stored, and taken back (GAS-7). */
import { contractColumns } from './contractColumns'
import {
  recordColumns,
  recordDays,
  recordImportNames,
  recordImports,
  type MatchAction,
  type RecordImport,
} from './recordImports'
import { usageColumns } from './usageColumns'

/** What can be imported: the path of its imports, and its columns by the names that files give them. */
export interface ImportKind {
  readonly path: string
  /** The resource of the rows. */
  readonly resource:
    | 'billPeriods'
    | 'contracts'
    | 'curvePoints'
    | 'heatContents'
    | 'marketHolidays'
    | RecordImport
  /** The field that all rows of a file share, sent beside the file. */
  readonly target: 'curve' | 'utility' | null
  /** The columns that a file needs, and those that it may have: the names by which they are recognized, folded. */
  readonly columns: Readonly<
    Record<
      string,
      {
        readonly synonyms: readonly string[]
        readonly isOptional?: true
        /** The columns in place of which it is read, where a file has none of them. */
        readonly insteadOf?: readonly string[]
      }
    >
  >
  /** Those of them that hold days or months. */
  readonly days: readonly string[]
  /** The answers given beside a file on which depends what it says. */
  readonly options?: readonly (keyof ImportOptions)[]
}

/** The kinds of records; those are stored in the background. */
const recordKinds = Object.fromEntries(
  recordImportNames.map((name) => [
    name,
    {
      path: `/api/mpg/${recordImports[name].of.title.toLowerCase()}-imports/`,
      resource: name,
      target: null,
      columns: recordColumns(name),
      days: recordDays(name),
      options: ['matches', 'time_zone', 'values'],
    },
  ]),
) as unknown as {
  readonly [N in RecordImport]: ImportKind & { readonly resource: N; readonly target: null }
}

export const importKinds = {
  curves: {
    path: '/api/mpg/curve-imports/',
    resource: 'curvePoints',
    target: 'curve',
    columns: {
      trade_date: { synonyms: ['trade date', 'date', 'as of', 'as of date', 'curve date', 'settle date'] },
      delivery_month: {
        synonyms: ['delivery month', 'month', 'contract month', 'contract', 'delivery', 'expiry'],
      },
      price: { synonyms: ['price', 'settle', 'settlement', 'settlement price', 'close', 'last', '$/mmbtu'] },
      settled: { synonyms: ['settled', 'final', 'is settled'], isOptional: true },
    },
    days: ['trade_date', 'delivery_month'],
  },
  heatContents: {
    path: '/api/mpg/heat-content-imports/',
    resource: 'heatContents',
    target: 'utility',
    columns: {
      valid_from: {
        synonyms: ['valid from', 'from', 'date', 'effective', 'effective date', 'month', 'start'],
      },
      mmbtu_per_mcf: {
        synonyms: [
          'mmbtu per mcf',
          'mmbtu/mcf',
          'heat content',
          'btu factor',
          'therm factor',
          'heating value',
        ],
      },
    },
    days: ['valid_from'],
  },
  marketHolidays: {
    path: '/api/mpg/market-holiday-imports/',
    resource: 'marketHolidays',
    target: null,
    columns: {
      day: { synonyms: ['day', 'date', 'holiday date'] },
      name: { synonyms: ['name', 'holiday', 'description'] },
    },
    days: ['day'],
  },
  usage: {
    path: '/api/mpg/usage-imports/',
    resource: 'billPeriods',
    target: 'utility',
    columns: usageColumns,
    days: ['read_from', 'read_to'],
    options: ['last_day_inclusive', 'replace', 'organization', 'utility_state'],
  },
  contracts: {
    path: '/api/mpg/contract-imports/',
    resource: 'contracts',
    target: null,
    columns: contractColumns,
    days: ['start_date', 'end_date', 'signed_on'],
  },
  ...recordKinds,
} as const satisfies Record<string, ImportKind>
export type ImportName = keyof typeof importKinds
export const importNames = Object.keys(importKinds) as ImportName[]

/** How far an import is; only imports of records are `running`, or `returning` to what was before. */
export const importStates = ['proposed', 'running', 'committed', 'returning', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/** Rows of a file at most, and bytes. */
export const maxImportRows = 50_000
/** Rows of one meter at most, which are compared with each other. */
export const maxMeterRows = 1_200
/** Rows shown before they are stored, and refused ones named in the answer. */
export const previewRows = 20
export const maxRefusals = 100

/** Imports of all kinds, the newest first; those of one kind are below its path. */
export const importsPath = '/api/mpg/imports/'
/** Imports of an answer at most. */
export const maxImportsPage = 100

/** How a file is read, said beside it: bill periods by the first four (USE-3, USE-4, USE-11), records by the others (IMP-2, IMP-12, IMP-14). */
export interface ImportOptions {
  /** Whether the last day of a row is part of its period; null: not said so far, and nothing is stored before. */
  last_day_inclusive: boolean | null
  /** Whether another quantity for the days of a stored period takes its place. */
  replace: boolean
  /** The organization and the service of the utility for which unknown numbers are made; null: these are refused. */
  organization: number | null
  utility_state: number | null
  /** What becomes of a row that is of a stored record. */
  matches: MatchAction
  /** The zone of times that do not say theirs; null: that of the market. */
  time_zone: string | null
  /** The choices of all new records, by the columns that they need and the file has not (IMP-14). */
  values: Readonly<Record<string, string>>
}
export const noImportOptions: ImportOptions = {
  last_day_inclusive: null,
  replace: false,
  organization: null,
  utility_state: null,
  matches: 'update',
  time_zone: null,
  values: {},
}

/** A number that a file names and the utility has not. */
export interface UnknownNumber {
  account_number: string | null
  meter_number: string | null
  /** Rows of the file with it. */
  rows: number
}

/** Unknown numbers named in an answer. */
export const maxUnknownNumbers = 100

/** Rows of an import by what becomes of them. */
export interface ImportCounts {
  new: number
  same: number
  replaced: number
  refused: number
}

/** An import in the list of past ones. */
export interface PastImport {
  import_id: number
  kind: ImportName
  state: ImportState
  filename: string | null
  target: number | null
  /** Null where there is no target. */
  target_name: string | null
  counts: ImportCounts
  created_by: number | null
  created_by_name: string | null
  created_at: string
  /** Null before it was stored. */
  committed_at: string | null
}

/** An import, as it is proposed and after. */
export interface ImportAnswer {
  import_id: number
  state: ImportState
  filename: string | null
  /** The record that all rows belong to. */
  target: number | null
  /** The names of the file's columns. */
  headers: string[]
  /** For each of the columns needed the position of the file's, from 0. */
  mapping: Record<string, number>
  /** The first rows as they would be stored. */
  rows: Record<string, unknown>[]
  counts: ImportCounts
  /** The first refused rows: their line in the file and why. */
  refused: { line: number; reason: string }[]
  /** Null for a kind that has none. */
  options: ImportOptions | null
  /** The first numbers that are unknown, and made where the options say for whom. */
  unknown: UnknownNumber[]
  unknown_count: number
  /** Null for kinds that are stored at once. */
  progress: ImportProgress | null
}

/** How an import of records stands, which is stored in the background (IMP-5, IMP-6). */
export interface ImportProgress {
  /** Rows that are through, of those that are not refused. */
  done: number
  /** Until when it can be taken back; null before it is stored. */
  undo_until: string | null
  /** The first rows that an undo has left as they are: their line in the file, their record and why. */
  kept: { line: number; name: string; reason: string }[]
  kept_count: number
}
