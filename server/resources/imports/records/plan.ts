/** Tells what becomes of the rows of a file of records, before they are stored and again when they are (IMP-1 to IMP-3). */
import { isRelation } from '../../../../src/contract/fields'
import type { ImportOptions } from '../../../../src/contract/imports'
import { digitsMatchKey } from '../../../../src/contract/matchKeys'
import {
  importedFieldsOf,
  importedLabel,
  rulesOf,
  type ImportedField,
  type ImportLink,
  type MatchAction,
  type RecordImport,
} from '../../../../src/contract/recordImports'
import { anyTable, type Write } from '../../../kit/context'
import { isRefusal } from '../../../kit/errors'
import { namesOf } from '../../../kit/read/names'
import { loadRecords, type ApiRecord } from '../../../kit/read/records'
import { resourceOf } from '../../../kit/registry'
import type { ServerResource } from '../../../kit/resource'
import { checkedValues } from '../../../kit/write/create'
import { firstAddressesOf } from '../../firstAddress'
import { plainCell, RefusedCell } from '../cells'
import { cellsOf } from '../mapping'
import type { Mapping } from '../way'
import { readCell } from './cells'
import { allKeys, isByNumber, matchesOf, noMatch, type Given, type Match } from './match'
import { momentsAsStored } from './moments'
import { namedBy, namedIn, recordsNamed, type NamedRecord, type Names } from './names'
import {
  addLine,
  addSeen,
  assertOnce,
  beyond,
  rowJoined,
  rowsBefore,
  standsBefore,
  type Seen,
  type SeenRow,
} from './seen'
import { sentences } from './texts'
import { assertStorable, headerUnitsOf, inOwnUnits, type HeaderUnits } from './units'
import { wholeZip } from './zipCodes'
import { zoneBelow } from './zonedMoments'
import { fieldsOfName, readWholeName, wholeNameColumn, type WholeName } from './wholeName'

type Body = Record<string, unknown>

/** How a file is read. */
export interface Reading {
  readonly name: RecordImport
  /** Of the file, which may name units. */
  readonly headers: readonly string[]
  readonly mapping: Mapping
  readonly matches: MatchAction
  /** Of times that do not say it. */
  readonly timeZone: string
  /** Of new records, by columns that the file has not. */
  readonly values: ImportOptions['values']
  /** The records of rows that add a link to that of a row before, by their lines. */
  readonly joined: ReadonlyMap<number, number>
}

/** A row of a file. */
export interface FileRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** What becomes of a row. */
export interface Planned {
  readonly state: 'new' | 'replaced' | 'same'
  /** The stored record; null for a new one. */
  readonly id: number | null
  /** What is sent of the record, and of its links to organizations. */
  readonly body: Body
  readonly links: readonly { readonly id: number | null; readonly body: Body }[]
  /** The values as they would be stored, in words. */
  readonly shown: Body
  /** What it is found by: another row with one of these is of the same record, once this one is stored. */
  readonly keys: readonly string[]
  /** The line of the row before to whose record it adds a link; null: it is of a record of its own. */
  readonly joins: number | null
}

export type Outcome = Planned | { readonly state: 'refused'; readonly reason: string }

/** A row whose cells are read. */
interface ReadRow {
  readonly body: Body
  readonly link: Body
  readonly given: Given
  readonly names: Readonly<Record<string, readonly NamedRecord[]>>
  /** Its name, where one cell holds all of it. */
  readonly whole: WholeName | null
}

export const serverOf = (name: RecordImport): ServerResource => resourceOf(name)

/** What an error says of a row. @throws the error where it says nothing of it. */
export function reasonOf(name: RecordImport, error: unknown): string {
  if (error instanceof RefusedCell) return error.message
  if (!isRefusal(error)) throw error
  const fields = Object.entries(error.more.fields ?? {})
  return fields.length === 0
    ? error.message
    : sentences(fields.map(([column, text]) => `${importedLabel(name, column)}: ${text}`))
}

/**
 * Tells what becomes of some rows, a few of them, and refuses those that cannot be used with the reason.
 * @param seen the rows before, among which a row may not be again; null: they are not compared.
 */
export async function planRows(
  write: Write,
  reading: Reading,
  rows: readonly FileRow[],
  seen: Seen | null,
): Promise<Outcome[]> {
  const { name, headers, mapping } = reading
  const units = headerUnitsOf(name, headers, mapping)
  const isMapped = (column: string) => mapping[column] !== undefined
  const fields = importedFieldsOf(name).filter(
    ({ name: column, insteadOf = [] }) => isMapped(column) && !insteadOf.some(isMapped),
  )
  const zoneOf = (column: string) => zoneBelow(headers[mapping[column] ?? -1] ?? '', reading.timeZone)
  const textIn = ({ cells }: FileRow, column: string) => (cells[mapping[column] ?? -1] ?? '').trim()
  const names = await recordsNamed(
    write.db,
    rows.flatMap((row) =>
      fields.flatMap(({ name: column, field }) => {
        const named = namedBy(name, column, field)
        const cell = textIn(row, column)
        return named && cell !== '' ? [{ of: named.of, cell }] : []
      }),
    ),
  )
  const outcomes: (Outcome | null)[] = []
  const read: { place: number; row: ReadRow; line: number }[] = []
  for (const [place, row] of rows.entries()) {
    outcomes.push(null)
    try {
      const cellOf = cellsOf(row.cells, mapping)
      const textOf = (column: string) => cellOf(column).trim()
      read.push({ place, line: row.line, row: readRow(name, { fields, names, units, zoneOf }, textOf) })
    } catch (error) {
      outcomes[place] = { state: 'refused', reason: reasonOf(name, error) }
    }
  }
  const matches =
    reading.matches === 'create'
      ? read.map(() => noMatch)
      : await matchesOf(
          write.db,
          name,
          read.map(({ row }) => row.given),
        )
  const stored = await storedOf(
    write,
    name,
    matches.flatMap(({ ids }) => ids.slice(0, comparedAtMost)),
  )
  for (const [at, { place, row, line }] of read.entries()) {
    const matched = matches[at] ?? noMatch
    const others = reading.matches === 'create' ? null : seen
    const planAs = (of: Reading, known: StoredRecord | null) =>
      planRow(write, of, { ...row, body: inOwnUnits(row.body, known?.record ?? null, units) }, known)
    try {
      const ids = possible(name, row, matched, stored)
      const same = ids.length > 1 ? await unchangedAmong(reading, ids, stored, planAs) : null
      if (same && !(others && isOfRowBefore(write, name, row, same.id, others))) {
        outcomes[place] = same
        if (others) addSeen(write.db, name, row, seenRow(line, same.id, row), others)
        continue
      }
      if (others) assertOnce(write.db, name, row.given, others)
      const first = others ? rowJoined(write.db, name, row, matched, others) : null
      if (others && first) {
        outcomes[place] = await planJoined(write, reading, row, first)
        addLine(write.db, name, row.given, line, others)
        addSeen(write.db, name, row, first, others)
        continue
      }
      const match = others ? matchBeside(write, name, row, matched, others) : matched
      const found = possible(name, row, match, stored)
      if (found.length > 1) throw await ambiguous(write, name, found, match.by)
      // One beyond those that are looked at may be another.
      const [only] = found
      if (only !== undefined && !stored.has(only)) throw await ambiguous(write, name, match.ids, match.by)
      const known = only === undefined ? null : (stored.get(only) ?? null)
      const isJoined = only !== undefined && reading.joined.get(line) === only
      const planned = await (isJoined && known
        ? planFurther(write, reading, row, known)
        : planAs(reading, known))
      outcomes[place] = planned
      if (others) addLine(write.db, name, row.given, line, others)
      const isSkipped = planned.id !== null && reading.matches === 'skip'
      if (others && !isSkipped) addSeen(write.db, name, row, seenRow(line, planned.id, row), others)
    } catch (error) {
      outcomes[place] = { state: 'refused', reason: reasonOf(name, error) }
    }
  }
  return outcomes.map((outcome) => outcome ?? { state: 'refused', reason: 'The row could not be read.' })
}

const seenRow = (line: number, id: number | null, { given }: ReadRow): SeenRow => ({
  ...{ line, id, given },
  body: {},
  organizations: new Set<number>(),
})

/** The records of a match that a row may be of. */
const possible = (
  name: RecordImport,
  { given }: ReadRow,
  { ids, rank }: Match,
  stored: ReadonlyMap<number, StoredRecord>,
): number[] =>
  ids.filter((id) => {
    const known = stored.get(id)
    return isByNumber(name, rank) || !known || !isOther(given, numberOf(known))
  })

const isOfRowBefore = (
  { db }: Write,
  name: RecordImport,
  { given }: ReadRow,
  id: number | null,
  seen: Seen,
) => rowsBefore(db, name, given, seen)?.rows.some((row) => row.id === id) ?? false

/**
 * Of several records that a row may be of the only one that is as the row says already, as in a file that was exported:
 * nothing is stored of it. Null: none is, or several are.
 */
async function unchangedAmong(
  reading: Reading,
  ids: readonly number[],
  stored: ReadonlyMap<number, StoredRecord>,
  planAs: (of: Reading, known: StoredRecord) => Promise<Planned>,
): Promise<Planned | null> {
  const unchanged: Planned[] = []
  for (const id of ids) {
    const known = stored.get(id)
    // One beyond those that are looked at may be the one.
    if (!known) return null
    try {
      const planned = await planAs({ ...reading, matches: 'update' }, known)
      if (planned.state === 'same') unchanged.push(planned)
    } catch (error) {
      // What a rule refuses of it is no record as it is stored.
      reasonOf(reading.name, error)
    }
  }
  const [only, ...others] = unchanged
  return only && others.length === 0 ? only : null
}

/**
 * The match of a row, beside the rows before.
 * @throws RefusedCell for one that would be of the record of another row, once that is stored.
 */
function matchBeside({ db }: Write, name: RecordImport, { given }: ReadRow, match: Match, seen: Seen): Match {
  const before = rowsBefore(db, name, given, seen)
  if (before === null || before.rank > match.rank) return match
  const isSame = (id: number | null) => id !== null && match.ids.includes(id)
  const other = before.rows.find(
    (row) => !isSame(row.id) && (isByNumber(name, before.rank) || !isOther(given, row.given.text)),
  )
  if (other) throw standsBefore(before.label, other.line)
  const isCloser = before.rank < match.rank && !before.rows.some(({ id }) => isSame(id))
  return isCloser ? noMatch : match
}

/** Records found for a row that are looked at. */
const comparedAtMost = 10

/** Records named in a refusal. */
const namedAtMost = 3

async function ambiguous(
  { db }: Write,
  name: RecordImport,
  ids: readonly number[],
  by: string,
): Promise<RefusedCell> {
  const names = await namesOf(db, serverOf(name), ids.slice(0, namedAtMost))
  const some = [...names].map(([id, text]) => `${text} (#${id})`).join(', ')
  const more = ids.length > names.size ? ' and others' : ''
  return new RefusedCell(`${ids.length} records have this ${by}: ${some}${more}.`)
}

/** What the cells of a file are read by. */
interface Cells {
  readonly fields: readonly ImportedField[]
  readonly names: Names
  readonly units: HeaderUnits
  readonly zoneOf: (column: string) => string
}

/** @throws RefusedCell for a cell that cannot be used. */
function readRow(
  name: RecordImport,
  { fields, names, units, zoneOf }: Cells,
  textOf: (column: string) => string,
): ReadRow {
  const body: Body = {}
  const link: Body = {}
  const named: Record<string, NamedRecord[]> = {}
  const wrong: string[] = []
  let whole: WholeName | null = null
  for (const imported of fields) {
    const { name: column, isOfLink, insteadOf } = imported
    try {
      const cell = textOf(column)
      // What is empty says nothing.
      if (plainCell(cell) === '') continue
      if (insteadOf) {
        whole = readWholeName(column, cell)
        Object.assign(body, whole.parts)
        continue
      }
      assertStorable(units, column)
      const target = namedBy(name, column, imported.field)
      const value = target
        ? namedValueOf(name, imported, { target, names, cell }, named)
        : readCell(name, imported, cell, zoneOf(column))
      ;(isOfLink ? link : body)[column] = value
    } catch (error) {
      if (!(error instanceof RefusedCell)) throw error
      wrong.push(`${importedLabel(name, column)}: ${error.message}`)
    }
  }
  if (wrong.length > 0) throw new RefusedCell(sentences(wrong))
  const zip = wholeZip(body['zip_code'], named['state']?.[0]?.short ?? null)
  if (zip !== null) body['zip_code'] = zip
  return {
    body,
    link,
    names: named,
    whole,
    given: {
      text: (column) => {
        if (column === 'zip_code' && zip !== null) return zip
        return column === wholeNameColumn(name) ? (whole?.text ?? '') : textOf(column)
      },
      ids: (column) => (named[column] ?? []).map(({ id }) => id),
    },
  }
}

/** Whether a column names the organizations to which records are linked. */
const isLinked = (name: RecordImport, { name: column, isOfLink }: ImportedField): boolean =>
  isOfLink && column === rulesOf(name).link?.other

/** What a cell says that names records, which are kept as well. */
function namedValueOf(
  name: RecordImport,
  imported: ImportedField,
  { target, names, cell }: { target: NonNullable<ReturnType<typeof namedBy>>; names: Names; cell: string },
  named: Record<string, NamedRecord[]>,
): unknown {
  const { name: column, field } = imported
  const records = namedIn(names, target.of, cell, field.kind !== 'many' && !isLinked(name, imported))
  named[column] = records
  if (target.as !== null) return records[0]?.short ?? cell
  return field.kind === 'many' ? { add: records.map(({ id }) => id) } : records[0]?.id
}

/** A stored record, with what its form edits beside its own fields. */
interface StoredRecord {
  readonly record: ApiRecord
  readonly name: string
  readonly beside: Body
}

async function storedOf(
  { db }: Write,
  name: RecordImport,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredRecord>> {
  if (ids.length === 0) return new Map()
  const resource = serverOf(name)
  const records = await loadRecords(db, resource, [...new Set(ids)])
  const addresses = name === 'organizations' ? await firstAddressesOf(db, ids) : null
  const names = await namesOf(db, resource, ids)
  return new Map(
    records.map((record) => {
      const id = record[resource.contract.idField] as number
      return [id, { record, name: names.get(id) ?? '', beside: addresses?.get(id) ?? {} }]
    }),
  )
}

const without = (body: Body, isLeftOut: (field: string, value: unknown) => boolean): Body =>
  Object.fromEntries(Object.entries(body).filter(([field, value]) => !isLeftOut(field, value)))

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

const numbers = ['tax_id', 'duns_number', 'bin_number'] as const

/** Whether a record has another register number than the row: one found by other things is another organization then. */
const isOther = ({ text }: Given, of: (number: (typeof numbers)[number]) => string): boolean =>
  numbers.some((number) => {
    const said = digitsMatchKey([text(number)])
    const known = digitsMatchKey([of(number)])
    return said !== null && known !== null && said !== known
  })

const numberOf =
  ({ record }: StoredRecord) =>
  (number: string): string =>
    (record[number] as string | null | undefined) ?? ''

/** What a row says of its record, a name in one cell by its fields. */
function bodyBeside({ body, whole }: ReadRow, stored: ApiRecord | null): Body {
  if (!whole) return body
  const named = without(body, (field) => Object.hasOwn(whole.parts ?? {}, field))
  return { ...named, ...fieldsOfName(whole, stored) }
}

/** What is sent of a new record: whole lists, and the values of all of them that no column gives. */
const newBody = ({ values, mapping }: Reading, body: Body): Body =>
  withLists({ ...without(values, (column) => mapping[column] !== undefined), ...body })

async function planRow(
  write: Write,
  reading: Reading,
  read: ReadRow,
  stored: StoredRecord | null,
): Promise<Planned> {
  const { name, matches } = reading
  const row = { ...read, body: bodyBeside(read, stored?.record ?? null) }
  const resource = serverOf(name)
  const keys = matches === 'create' ? [] : allKeys(write.db, name, row.given)
  const { idField } = resource.contract
  if (!stored) {
    const body = newBody(reading, row.body)
    const values = await checkedValues(write, resource, body, null)
    const links = await planLinks(write, name, row, null)
    return {
      state: 'new',
      id: null,
      body,
      links,
      shown: { becomes: 'New', ...shownOf(name, row, values) },
      keys,
      joins: null,
    }
  }
  const { record, name: storedName, beside } = stored
  const id = record[idField] as number
  const called = `${storedName} (#${id})`
  if (matches === 'skip')
    return {
      state: 'same',
      id,
      body: {},
      links: [],
      shown: { becomes: `Skipped: ${called}`, ...shownOf(name, row, row.body) },
      keys,
      joins: null,
    }
  // Parts of a first address are no fields of the record; equal ones are not sent.
  const said = without(row.body, (field, value) => field in beside && !differs(value, beside[field]))
  const checked = await checkedValues(write, resource, said, record)
  const asStored = momentsAsStored(name, said, checked, record)
  const body = without(said, (field) => asStored.has(field))
  const values = asStored.size === 0 ? checked : await checkedValues(write, resource, body, record)
  const links = await planLinks(write, name, row, id)
  const changes = Object.entries(values).some(([field, value]) => differs(value, record[field]))
  const state = changes || links.length > 0 ? 'replaced' : 'same'
  return {
    state,
    id,
    body: changes ? body : {},
    links,
    shown: {
      becomes: state === 'same' ? `Unchanged: ${called}` : `Changes ${called}`,
      ...shownOf(name, row, { ...row.body, ...values }),
    },
    keys,
    joins: null,
  }
}

/** What becomes of a row that adds a link to a stored record: also where stored ones are left as they are, a row of the file made it. */
const planFurther = (write: Write, reading: Reading, row: ReadRow, stored: StoredRecord): Promise<Planned> =>
  planRow(write, { ...reading, matches: 'update' }, { ...row, body: beyond(row.body, stored.record) }, stored)

/** What becomes of a row that adds a link to the record of a row before, which is not stored so far. */
async function planJoined(write: Write, reading: Reading, row: ReadRow, first: SeenRow): Promise<Planned> {
  const { name } = reading
  const body = beyond(row.body, first.body)
  const stored = first.id === null ? undefined : (await storedOf(write, name, [first.id])).get(first.id)
  if (stored) return { ...(await planFurther(write, reading, { ...row, body }, stored)), joins: first.line }
  await checkedValues(write, serverOf(name), newBody(reading, { ...first.body, ...body }), null)
  return {
    state: 'replaced',
    id: null,
    body,
    links: await planLinks(write, name, row, null),
    shown: { becomes: `Adds to line ${first.line}`, ...shownOf(name, row, row.body) },
    keys: allKeys(write.db, name, row.given),
    joins: first.line,
  }
}

/** Lists of a new record are whole. */
const withLists = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [
      field,
      typeof value === 'object' && value !== null && 'add' in value ? value.add : value,
    ]),
  )

/** The links of a row to its organizations that are to be made or changed; none where they are as the row says. */
async function planLinks(
  write: Write,
  name: RecordImport,
  { link: said, given }: ReadRow,
  id: number | null,
): Promise<Planned['links']> {
  const { link } = rulesOf(name)
  if (!link) return []
  const organizations = given.ids(link.other)
  if (organizations.length === 0) {
    const [column] = Object.keys(said)
    if (column === undefined) return []
    throw new RefusedCell(
      `${importedLabel(name, column)}: The row names no organization to which it belongs.`,
    )
  }
  const stored = id === null ? [] : await linksOf(write, link, id, organizations)
  const isOne = organizations.length === 1
  if (!isOne)
    assertSaidOfOne(
      name,
      without(said, (column) => column === link.other),
      stored,
    )
  const planned: Planned['links'][number][] = []
  for (const organization of organizations) {
    const body = isOne ? said : { [link.other]: organization }
    const record = stored.find((one) => one[link.other] === organization)
    const one = await planLink(write, link, { id, body }, record)
    if (one) planned.push(one)
  }
  return planned
}

/** The links between a record and some organizations. */
async function linksOf(
  { db }: Write,
  { of: { name }, own, other }: ImportLink,
  id: number,
  organizations: readonly number[],
): Promise<ApiRecord[]> {
  const resource = resourceOf(name as Parameters<typeof resourceOf>[0])
  const { table, contract } = resource
  const rows = await anyTable(db)
    .selectFrom(table)
    .select(contract.idField)
    .where(own, '=', id)
    .where(other, 'in', organizations)
    .where('deleted_at', 'is', null)
    .orderBy(contract.idField)
    .execute()
  const ids = rows.map((row) => row[contract.idField] as number)
  return ids.length === 0 ? [] : loadRecords(db, resource, ids)
}

/**
 * Exports tell of several organizations what is so at one of them, such as a job title: it is no change.
 * @throws RefusedCell where it would be one, as it does not say of which link.
 */
function assertSaidOfOne(name: RecordImport, said: Body, stored: readonly ApiRecord[]): void {
  const unclear = Object.entries(said).filter(
    ([column, value]) => !stored.some((one) => !differs(value, one[column])),
  )
  if (unclear.length === 0) return
  throw new RefusedCell(
    sentences(
      unclear.map(
        ([column]) =>
          `${importedLabel(name, column)}: The row names several organizations. Write a row for each.`,
      ),
    ),
  )
}

/** A link as it is to be made, or changed; null where it is as the row says. */
async function planLink(
  write: Write,
  { of: { name }, own }: ImportLink,
  { id, body }: { id: number | null; body: Body },
  stored: ApiRecord | undefined,
): Promise<Planned['links'][number] | null> {
  const resource = resourceOf(name as Parameters<typeof resourceOf>[0])
  if (!stored) {
    // The id of a new record is not known so far; any stands for it.
    await checkedValues(write, resource, { ...body, [own]: id ?? notMade }, null)
    return { id: null, body }
  }
  const values = await checkedValues(write, resource, body, stored)
  return Object.entries(values).some(([field, value]) => differs(value, stored[field]))
    ? { id: stored[resource.contract.idField] as number, body }
    : null
}

/** An id that no record has. */
const notMade = 2_147_483_647

/** The values of a row in words: relations by their names. */
function shownOf(name: RecordImport, { names, link, whole }: ReadRow, values: Body): Body {
  const own = wholeNameColumn(name)
  const all: Body = {
    ...without(values, (field) => field === own),
    ...(whole && { [whole.column]: whole.text }),
    ...link,
  }
  return Object.fromEntries(
    importedFieldsOf(name).flatMap(({ name: column, field }) => {
      const value = all[column]
      if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return []
      const isNamed = isRelation(field)
      const text = (names[column] ?? []).map((record) => record.name).join(', ')
      if (isNamed && text === '') return []
      return [[column, isNamed ? text : value]]
    }),
  )
}
