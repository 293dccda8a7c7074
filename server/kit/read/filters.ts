/** The conditions of a list's filters (VIEW-1). */
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Field } from '../../../src/contract/fields'
import { anyDate, me, noDate, relativeSpan, type RelativeDate } from '../../../src/contract/filters'
import { addDays, momentAt } from '../../../src/contract/gas/calendar'
import type { OpenDatabase } from '../../db/dialects'
import type { SearchDialect } from '../../db/search/searchDialect'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import { fold } from '../fold'
import { isLimited } from '../limits'
import { tableSoftDeletes, resourceOf } from '../registry'
import { targetNameOf, type Link, type ServerResource } from '../resource'
import type { ListFilter } from './query'

/** On which day filters are resolved, and for which user. */
interface Asking {
  /** The market's day, and its time zone (GAS-6). */
  today: string
  timeZone: string
  reader: number
}

/** Filters whose values depend on nothing any more, so that an answer is known by them. */
export const resolveFilters = (
  { contract }: ServerResource,
  filters: readonly ListFilter[],
  { today, timeZone, reader }: Asking,
): ListFilter[] =>
  filters.flatMap((filter): ListFilter[] => {
    const { field, operator, values } = filter
    const bound = (side: 'from' | 'to', day: string | null) =>
      day === null
        ? []
        : [{ field, operator: side, values: boundOf(contract.fields[field], side, day, timeZone) }]
    const [value] = values
    switch (operator) {
      case 'any':
        return [{ field, operator, values: [...new Set(values.map((one) => (one === me ? reader : one)))] }]
      case 'is': {
        const relative = value as RelativeDate
        if (relative === anyDate || relative === noDate)
          return [{ field, operator: 'empty', values: [relative === noDate] }]
        const days = relativeSpan(relative, today)
        return [...bound('from', days.from), ...bound('to', days.to)]
      }
      case 'from':
      case 'to':
        return typeof value === 'string' ? bound(operator, value) : [filter]
      default:
        return [filter]
    }
  })

/**
 * A day as the bound of a date: its text, and the moment at which it begins in the market's zone. An upper bound is the
 * day after.
 */
function boundOf(field: Field | undefined, side: 'from' | 'to', day: string, timeZone: string): string[] {
  if (field?.kind === 'date') return [day]
  const first = side === 'from' ? day : addDays(day, 1)
  const start = momentAt(first, 0, timeZone)
  return field?.kind === 'timestamp' ? [start] : [first, start]
}

/** The condition of a resolved filter. */
export interface FilterCondition {
  condition: Expression<SqlBool>
  /** The columns of the record itself that it reads; none where it starts from the id. */
  columns: readonly string[]
}

/**
 * The condition of a resolved filter.
 * @param isOrdering whether the column that the ordering by the field reads is compared, so that its index finds the
 *   records; otherwise amounts are computed from the columns that the index of filters has.
 */
export function filterCondition(
  { db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>,
  resource: ServerResource,
  filter: ListFilter,
  isOrdering = false,
): FilterCondition {
  const { table, contract, links, sortKeys, foldedTexts, comparedBy, orderedBy } = resource
  const { field: name, operator, values } = filter
  const field = contract.fields[name]
  if (links[name]) return { condition: linkCondition(db, resource, filter), columns: [] }
  const isFolded =
    field?.kind === 'text' && operator !== 'any' && (name in sortKeys || foldedTexts.includes(name))
  const compared = comparedBy[name]
  const column = isFolded ? `${name}_key` : isOrdering ? (orderedBy[name] ?? name) : name
  const isComputed = compared !== undefined && column === name
  const ref = isComputed ? compared.amount : sql.ref(`${table}.${column}`)
  const condition = (): RawBuilder<SqlBool> => {
    switch (operator) {
      case 'any':
      case 'all':
        return field?.kind === 'list'
          ? sql`(${sql.join(
              values.map((value) => hasEntry(dialect.search, ref, value)),
              sql` or `,
            )})`
          : sql`${ref} in (${sql.join(values)})`
      case 'contains': {
        const text = String(values[0])
        if (isFolded) return dialect.search.includes(ref, fold(text))
        const [column, part] = withoutSeparators(field, ref, text)
        return dialect.search.includes(...loweredFor(part, dialect.lower(column)))
      }
      case 'equals': {
        const text = String(values[0])
        if (isFolded) return sql`${ref} = ${fold(text)}`
        const [column, whole] = withoutSeparators(field, ref, text)
        const [lowered, small] = loweredFor(whole, dialect.lower(column))
        return sql`${lowered} = ${small}`
      }
      case 'empty': {
        const none = field?.kind === 'list' ? '[]' : field?.kind === 'text' ? '' : undefined
        const isEmpty = none === undefined ? sql`${ref} is null` : sql`coalesce(${ref}, ${none}) = ${none}`
        return values[0] === true ? sql`${isEmpty}` : sql`not (${isEmpty})`
      }
      case 'from':
        if (compared !== undefined) return sql`${ref} >= ${widened(values[0], -1)}`
        return field?.kind === 'dayOrMoment' ? sql`(${fromDay(ref, values)})` : sql`${ref} >= ${values[0]}`
      case 'to':
        if (compared !== undefined) return sql`${ref} <= ${widened(values[0], 1)}`
        if (field?.kind === 'dayOrMoment') return sql`(${ref} < ${values[1]} and ${ref} <> ${values[0]})`
        return field?.kind === 'timestamp' ? sql`${ref} < ${values[0]}` : sql`${ref} <= ${values[0]}`
      case 'is':
        throw new Error(`The filter of ${name} has not been resolved.`)
    }
  }
  return { condition: condition(), columns: isComputed ? compared.columns : [column] }
}

/**
 * The bound of an amount that the database converts to another unit: 0.57 × 10 is 5.699999999999999 there. What the two
 * numbers and the conversion lose is less than this; numbers of 15 digits stay apart.
 */
const widened = (bound: unknown, direction: 1 | -1): number =>
  Number(bound) + direction * Math.abs(Number(bound)) * 2 * Number.EPSILON

/** A day stands before all moments of the same day, and before those of the days around it in other time zones. */
function fromDay(ref: RawBuilder<unknown>, [day, start]: readonly unknown[]): RawBuilder<SqlBool> {
  const lowest = [day, start].map(String).sort()[0]
  return sql`${ref} >= ${lowest} and (${ref} >= ${start} or ${ref} = ${day})`
}

/** What stands between the parts of stored numbers: identifiers, and phone numbers. */
const separators = { identifier: /[ -]/g, phone: /[^\p{L}\d]/gu } as const

/**
 * A number is found by its digits and letters, however they are divided: '98178' in '98-1785079', '(401) 555' in
 * '401-555-0173'.
 */
function withoutSeparators(
  field: Field | undefined,
  column: RawBuilder<unknown>,
  text: string,
): [RawBuilder<unknown>, string] {
  const isPhone = field?.kind === 'text' && field.format === 'phone'
  const isIdentifier = field?.kind === 'text' && field.shape === 'identifier'
  // Stored North American numbers have no country code.
  const part = isPhone
    ? text.replace(/^\s*\+1/, '').replaceAll(separators.phone, '')
    : isIdentifier
      ? text.replaceAll(separators.identifier, '')
      : ''
  if (part === '') return [column, text]
  const joined = sql`replace(replace(${column}, ' ', ''), '-', '')`
  return [isPhone ? sql`replace(${joined}, '+', '')` : joined, part]
}

/** A letter in lower case, where that is one letter. */
const smallOf = (letter: string): string => {
  const small = letter.toLowerCase()
  return small.length === letter.length ? small : letter
}

/**
 * A column whose Latin letters the database has lowered, with those others in lower case as well that a text has, and
 * the text in lower case: the databases lower no other letters alike.
 */
function loweredFor(text: string, column: RawBuilder<unknown>): [RawBuilder<unknown>, string] {
  const letters = [...text.normalize('NFC')]
  let lowered = column
  for (const letter of new Set(letters)) {
    const capital = letter.toUpperCase()
    const small = smallOf(letter)
    // Of the Latin letters, and of letters whose other case has another length, there is nothing to lower.
    if (letter > '\x7F' && capital !== small && smallOf(capital) === small)
      lowered = sql`replace(${lowered}, ${capital}, ${small})`
  }
  return [lowered, letters.map(smallOf).join('')]
}

/** Whether a list that is stored as JSON text has an entry. */
function hasEntry(search: SearchDialect, list: RawBuilder<unknown>, value: unknown): RawBuilder<SqlBool> {
  const text = JSON.stringify(value)
  const hasText = search.includes(list, text)
  if (typeof value === 'string') return hasText
  // What stands around a number tells it from parts of others; to put it there takes four times as long as the first test.
  const entries = sql`replace(replace(${list}, '[', ','), ']', ',')`
  return sql`(${hasText} and ${search.includes(entries, `,${text},`)})`
}

/** The condition of a filter on a relation to many. */
function linkCondition(
  db: Kysely<Tables>,
  resource: ServerResource,
  { field: name, operator, values }: ListFilter,
): RawBuilder<SqlBool> {
  const id = sql.ref(`${resource.table}.${resource.contract.idField}`)
  if (operator === 'all')
    return sql`(${sql.join(
      values.map((value) => sql`${id} in ${linked(db, resource, name, [value])}`),
      sql` and `,
    )})`
  if (operator === 'empty')
    return sql`${sql.raw(values[0] === true ? 'not exists' : 'exists')} ${linksOf(db, resource, name, id)}`
  return sql`${id} in ${linked(db, resource, name, values)}`
}

/** Selects the records that are linked to any of the ids by a relation to many; those in the trash count as absent. */
function linked(db: Kysely<Tables>, resource: ServerResource, name: string, ids: readonly unknown[]) {
  const link = linkOf(resource, name)
  const rows = linkRows(db, link).where(`link.${link.target}`, 'in', ids)
  const target = resourceOf(targetNameOf(resource, name))
  if (!target.softDeletes || target.table === link.table) return rows
  const { idField } = target.contract
  const alive = anyTable(db)
    .selectFrom(target.table)
    .select(idField)
    .where(idField, 'in', ids)
    .where('deleted_at', 'is', null)
  return rows.where(`link.${link.target}`, 'in', alive)
}

/** Selects what a record, whose id is given as an expression, is linked to; what is in the trash counts as absent. */
function linksOf(db: Kysely<Tables>, resource: ServerResource, name: string, id: RawBuilder<unknown>) {
  const link = linkOf(resource, name)
  const rows = linkRows(db, link).where(sql<SqlBool>`${sql.ref(`link.${link.own}`)} = ${id}`)
  const target = resourceOf(targetNameOf(resource, name))
  if (!target.softDeletes || target.table === link.table) return rows
  const { idField } = target.contract
  // Few are in the trash, and an index of their own has them: looking up each target takes twenty times as long.
  if (!isLimited(target)) {
    const inTrash = anyTable(db).selectFrom(target.table).select(idField).where('deleted_at', 'is not', null)
    return rows.where(`link.${link.target}`, 'not in', inTrash)
  }
  return rows
    .innerJoin(`${target.table} as target`, `target.${idField}`, `link.${link.target}`)
    .where('target.deleted_at', 'is', null)
}

function linkOf({ name: of, links }: ServerResource, name: string): Link {
  const link = links[name]
  if (!link) throw new Error(`${of} has no links "${name}".`)
  return link
}

/** Selects the owners in the rows of a link that count. */
function linkRows(db: Kysely<Tables>, { table, own, where = {} }: Link) {
  let rows = anyTable(db).selectFrom(`${table} as link`).select(`link.${own}`)
  for (const [column, wanted] of Object.entries(where)) rows = rows.where(`link.${column}`, '=', wanted)
  return tableSoftDeletes(table) ? rows.where('link.deleted_at', 'is', null) : rows
}
