/** What each kind of import does in its own way: compares rows with what is stored, stores them and takes them back (GAS-7). */
import type { ImportName, ImportOptions, UnknownNumber } from '../../../src/contract/imports'
import type { RecordImport } from '../../../src/contract/recordImports'
import type { OpenDatabase } from '../../db/dialects'
import type { CsvRow } from '../../kit/csv'
import { inTransaction, type Write, type Writer } from '../../kit/context'
import { ApiError } from '../../kit/errors'
import { importOf, type Values } from './kept'

type Db = Write['db']

/** Column numbers by the columns needed. */
export type Mapping = Record<string, number>

/** A row of a file, and what is to become of it. */
export interface Staged {
  line: number
  state: 'new' | 'same' | 'replaced' | 'refused'
  values: Values
  reason: string | null
  cells: string[]
}

/** A file that is looked at. */
export interface Proposal {
  headers: readonly string[]
  rows: readonly CsvRow[]
  mapping: Mapping
  target: number | null
  options: ImportOptions
}

/** What was found in a file. */
export interface Found {
  staged: Staged[]
  /** What the file replaces as a whole. */
  groups: string[]
  unknown: UnknownNumber[]
}

/** The kinds that are stored at once, as a whole; those of records are stored row by row (records/run.ts). */
export type SettledImport = Exclude<ImportName, RecordImport>

/** An import that is being stored or taken back. */
export interface Run {
  database: OpenDatabase
  writer: Writer
  name: SettledImport
  id: number
  target: number | null
  /** What the file replaces as a whole. */
  groups: readonly string[]
  options: ImportOptions
  /** The moment of the commit, by which its rows are known. */
  at: string
}

/** States between two others. */
export type Unsettled = 'committing' | 'reverting' | 'undoing'

/** What became of rows by the time they were stored: others may have been stored since the file was looked at. */
export type StoredCounts = Readonly<Record<Exclude<Staged['state'], 'refused'>, number>>

/** Counts what became of rows, each once. */
export function countedStates(states: Iterable<Staged['state']>): StoredCounts {
  const counts = { new: 0, same: 0, replaced: 0, refused: 0 }
  for (const state of states) counts[state]++
  return counts
}

/** How the rows of a kind come to be stored. */
export interface ImportWay {
  /** Compares the rows of a file with what is stored. */
  stage: (db: Db, proposal: Proposal) => Promise<Found>
  /** Stores all rows of a proposal, in steps. @returns what became of them; null: what the proposal says */
  storeAll: (run: Run) => Promise<StoredCounts | null>
  /** Takes back what is stored of an import, in steps; so much of it as there is. */
  takeBack: (run: Run) => Promise<void>
  /** @throws ApiError 409 naming what rests on an import. */
  assertUndoable: (db: Db, run: Run) => Promise<void>
  /** What follows from stored rows, in the last transaction of commit and undo. */
  finished: (write: Write, target: number | null) => Promise<void>
}

export const refused = (why: string) => new ApiError(409, 'refused', why)

/** A transaction of a run, as long as the import is in a state of the run. */
export const step = <T>(
  { database, writer, name, id }: Run,
  states: readonly Unsettled[],
  work: (write: Write) => Promise<T>,
): Promise<T> =>
  inTransaction(database, writer, async (write) => {
    const { state } = await importOf(write.db, name, id)
    if (!states.some((one) => one === state)) throw refused('Another process has taken this import back.')
    return work(write)
  })

/** The states in which an import is taken back. */
export const takingBack = ['reverting', 'undoing'] as const
