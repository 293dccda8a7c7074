import { contract, targetOf } from '../../src/contract'
import { dayProblem } from '../../src/contract/dayLimits'
import { formats, type FormatRule } from '../../src/contract/formats'
import {
  isMultiValued,
  shapeOf,
  type Field,
  type Fields,
  type InputOf,
  type Person,
} from '../../src/contract/fields'
import { earliestYear, maxDigits, maxText } from '../../src/contract/limits'
import { hasTooManyDigits, maxInteger, numberProblem } from '../../src/contract/numbers'
import { problems } from '../../src/contract/problems'
import { maxMarkup } from '../../src/contract/richText'
import { isStorable, lineFrom, textProblem, tidyText, type TextShape } from '../../src/contract/textRules'
import { hoursProblems, isClock, maxTimeZone, weekdays, type WeekHours } from '../../src/contract/weekHours'
import { ApiError, invalidFields, invalidParameter } from './errors'
import { plainText, sanitizeHtml, TooMuchMarkup } from './richText'

/** A list in a body holds at most this many entries. */
const maxEntries = 1_000

/** A value that a field cannot take; its message is shown to the user. */
class Unusable extends Error {}

/** How a body is read; see parseInput. */
export type InputMode = 'create' | 'update' | 'patch'

/** The values of a body that has been read. */
export type Parsed<F extends Fields, Mode extends InputMode = 'create'> = Mode extends 'create'
  ? Required<InputOf<{ fields: F }>>
  : Partial<InputOf<{ fields: F }>>

/** The names and values of a request body, unread. */
export type Body = Record<string, unknown>

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads a request body by the fields of the contract: trims text, turns numeric text into numbers and related objects
 * into their ids, fills defaults, and leaves out what is not writable.
 *
 * - `create`: required fields must be there, the others get null or their default.
 * - `update`: required fields must be there (PUT) unless they stay; a field that is not sent keeps its value.
 * - `patch`: only what is sent counts.
 *
 * Read-only fields may be sent back and are ignored; unknown names are refused.
 *
 * @param stored the record as it is: a value equal to it is accepted regardless of the rules for new values, so that
 *   an answer can be sent back.
 * @param check further rules, reported together with the others; unreadable values are absent from its argument.
 * @param others names that a body may hold beside the fields.
 * @throws ApiError 400 with one text for each wrong field.
 */
export async function parseInput<const F extends Fields, Mode extends InputMode>(
  fields: F,
  body: unknown,
  mode: Mode,
  check: (values: Body) => Record<string, string> = () => ({}),
  others: readonly string[] = [],
  stored: Readonly<Body> = {},
): Promise<Parsed<F, Mode>> {
  if (!isObject(body)) throw new ApiError(400, 'invalid', 'The request body must be a JSON object.')
  const values: Body = {}
  const wrong: Record<string, string> = unknownNames(fields, body, others)
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly) continue
    const sent = valueSent(body, name, field)
    const isKept = mode === 'patch' || (mode === 'update' && (!field.required || field.optionalOnUpdate))
    if (sent === undefined && isKept) continue
    if (sent !== null && isEqual(sent, stored[name])) {
      values[name] = stored[name]
      continue
    }
    try {
      values[name] = await parseField(field, sent)
    } catch (error) {
      if (!(error instanceof Unusable)) throw error
      wrong[name] = error.message
    }
  }
  const all = { ...check(values), ...wrong }
  if (Object.keys(all).length === 0) return values as Parsed<F, Mode>
  // In the order of the contract, because the first one is the detail of the answer.
  const names = new Set([...Object.keys(fields), ...Object.keys(all)])
  throw invalidFields(
    Object.fromEntries([...names].flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))),
  )
}

const isEqual = (sent: unknown, stored: unknown): boolean =>
  sent !== undefined && JSON.stringify(sent) === JSON.stringify(stored)

/** Bounds of the names in the answer, which repeats what was sent. */
const maxNamesListed = 20
const maxName = 100

/** The unknown names of a body. `version`, on which a change builds, is always allowed. */
function unknownNames(fields: Fields, body: Body, others: readonly string[]): Record<string, string> {
  const aliases = Object.values(fields).flatMap(({ alias }) => alias ?? [])
  const known = new Set([...Object.keys(fields), ...aliases, ...others, 'version'])
  const unknown = Object.keys(body).filter((name) => !known.has(name))
  return Object.fromEntries(
    unknown.slice(0, maxNamesListed).map((name) => [lineFrom(name.slice(0, maxName)), problems.unknownField]),
  )
}

/** The value sent for a field: under its own name, or under its alias where that holds more. */
function valueSent(body: Body, name: string, { alias }: Field): unknown {
  const value = Object.hasOwn(body, name) ? body[name] : undefined
  const isFilled = value !== undefined && value !== null && value !== ''
  return isFilled || alias === undefined || !Object.hasOwn(body, alias) ? value : body[alias]
}

/**
 * A body without the names whose values are unchanged where the field's other name holds a new value: a client that
 * sends back what it has read, both names included, may have changed either.
 */
export function withoutUnchangedNames(fields: Fields, body: unknown, record: Readonly<Body>): unknown {
  if (!isObject(body)) return body
  const unchanged = Object.entries(fields).map(([name, { alias }]) => {
    if (alias === undefined || !Object.hasOwn(body, name) || !Object.hasOwn(body, alias)) return null
    if (body[name] === record[name]) return name
    return body[alias] === record[name] ? alias : null
  })
  return Object.fromEntries(Object.entries(body).filter(([name]) => !unchanged.includes(name)))
}

/** Entries to add to and to remove from a list of relations, instead of the whole list. */
const isListChange = (sent: unknown): sent is { add?: unknown; remove?: unknown } =>
  isObject(sent) && ('add' in sent || 'remove' in sent)

/** The lists of relations that a body may hold. */
const listsIn = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, { kind, readOnly }]) => kind === 'many' && !readOnly)

/** Whether a body replaces a whole list of relations, which another request may have changed meanwhile. */
export const replacesLists = (fields: Fields, body: unknown): boolean =>
  isObject(body) && listsIn(fields).some(([name]) => Object.hasOwn(body, name) && !isListChange(body[name]))

/**
 * A body whose lists of relations are whole: those of the record, with additions and removals applied.
 * @throws ApiError 400 for what is no list.
 */
export function withWholeLists(fields: Fields, body: unknown, record: Readonly<Body>): unknown {
  if (!isObject(body)) return body
  const lists = listsIn(fields).flatMap(([name, field]) => {
    const sent = body[name]
    if (!isListChange(sent)) return []
    const { add, remove, ...rest } = sent
    if (Object.keys(rest).length > 0)
      throw invalidFields({ [name]: 'Send a list, or what to add and remove.' })
    const read = (part: unknown = []) => parseParameter(name, field, part) as number[]
    const [added, removed] = [read(add), read(remove)]
    const currentIds = record[name] as number[]
    return [[name, [...new Set([...currentIds, ...added])].filter((id) => !removed.includes(id))] as const]
  })
  return lists.length === 0 ? body : { ...body, ...Object.fromEntries(lists) }
}

/** Whether a body holds a field under both of its names with different values. */
export const namesFieldsTwice = (fields: Fields, body: unknown): boolean =>
  isObject(body) &&
  Object.entries(fields).some(
    ([name, { alias }]) =>
      alias !== undefined &&
      Object.hasOwn(body, name) &&
      Object.hasOwn(body, alias) &&
      body[name] !== body[alias],
  )

async function parseField(field: Field, sent: unknown): Promise<unknown> {
  const value =
    sent === undefined || sent === null
      ? null
      : field.kind === 'html'
        ? await parseHtml(sent, field.max)
        : parseValue(field, sent)
  const problem = field.kind === 'date' && typeof value === 'string' ? dayProblem(value, field) : null
  if (problem !== null) throw new Unusable(problem)
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
  if (!isEmpty) return value
  if (field.required) throw new Unusable(field.requiredMessage ?? problems.required)
  if (isMultiValued(field)) return []
  return 'default' in field ? field.default : null
}

/**
 * Reads one value by a field of the contract, for parameters of addresses.
 * @throws ApiError 400 naming the parameter.
 */
export function parseParameter(name: string, field: Field, value: unknown): unknown {
  try {
    return parseValue(field, value)
  } catch (error) {
    if (error instanceof Unusable) throw invalidParameter(name, error.message)
    throw error
  }
}

function parseValue(field: Field, sent: unknown): unknown {
  switch (field.kind) {
    case 'text':
      return parseFormatted(sent, field)
    // Only bodies hold rich text, which takes turns of the event loop to read.
    case 'html':
    case 'signedUrl':
      throw new Unusable('Cannot be sent.')
    case 'number':
    case 'integer':
      return parseNumber(sent, field)
    case 'boolean':
      return parseBoolean(sent)
    case 'date':
      return parsePattern(sent, isDay, 'Enter a date as YYYY-MM-DD.')
    case 'dayOrMoment':
      return parseDayOrMoment(sent)
    case 'timestamp':
      return parseMoment(sent)
    case 'epoch':
      return parseEpoch(sent)
    case 'list':
      return parseList(sent, field)
    case 'people':
      return parsePeople(sent, field.maxItems)
    case 'weekHours':
      return parseWeekHours(sent)
    case 'choice': {
      const value = parseText(sent, maxText)
      if (value !== null && !field.options.includes(value))
        throw new Unusable(`Choose one of: ${field.options.join(', ')}.`)
      return value
    }
    case 'one':
      return parseReference(sent, contract[targetOf(field)].idField, field.requiredMessage)
    case 'many': {
      if (sent === '') return null
      if (!Array.isArray(sent)) throw new Unusable('Send a list.')
      if (sent.length > maxEntries) throw new Unusable(`At most ${maxEntries} entries.`)
      const { idField } = contract[targetOf(field)]
      return [
        ...new Set(sent.map((entry: unknown) => parseReference(entry, idField)).filter((id) => id !== null)),
      ]
    }
  }
}

/** Sent characters per character kept; a longer text cannot be mostly markup, and is refused unread. */
const marksAtMost = 8

function parseText(sent: unknown, max: number, shape: TextShape = 'line'): string | null {
  if (typeof sent !== 'string') throw new Unusable('Enter text.')
  if (sent.length > maxText && sent.trim().length > max * marksAtMost)
    throw new Unusable(problems.tooLong(max))
  // Checked before trimming, which would empty a text of NUL alone.
  if (!isStorable(sent)) throw new Unusable(problems.unstorable)
  const value = tidyText(sent, shape)
  const problem = textProblem(value, shape)
  if (problem !== null) throw new Unusable(problem)
  if (value.length > max) throw new Unusable(problems.tooLong(max))
  return value === '' ? null : value
}

/**
 * Reads a text to search for, or any text parameter of an address.
 * @throws ApiError 400 naming the parameter.
 */
export function parseTextParameter(name: string, value: string, max: number): string {
  try {
    return parseText(value, max) ?? ''
  } catch (error) {
    if (error instanceof Unusable) throw invalidParameter(name, error.message)
    throw error
  }
}

function parseFormatted(sent: unknown, field: Extract<Field, { kind: 'text' }>): string | null {
  const { max, format, formatMessage } = field
  const value = parseText(sent, max, shapeOf(field))
  if (value === null || format === undefined) return value
  const rule: FormatRule = formats[format]
  if (rule.fits(value)) return rule.kept?.(value) ?? value
  throw new Unusable(formatMessage ?? rule.text)
}

/** Rich text, reduced to the allow-list; markup without text is null. */
async function parseHtml(sent: unknown, max: number): Promise<string | null> {
  // The length of the sanitized text counts: pasted markup loses most of its length, escaped text gains some.
  if (typeof sent !== 'string') throw new Unusable('Enter text.')
  if (!isStorable(sent)) throw new Unusable(problems.unstorable)
  const value = sent.trim()
  if (value.length > maxMarkup) throw new Unusable(problems.tooLong(maxMarkup))
  if (value === '') return null
  const html = await reduced(value)
  if (html.length > max) throw new Unusable(problems.tooLong(max))
  return plainText(html) === '' ? null : html
}

async function reduced(markup: string): Promise<string> {
  try {
    return await sanitizeHtml(markup)
  } catch (error) {
    if (error instanceof TooMuchMarkup) throw new Unusable(problems.tooMuchMarkup)
    throw error
  }
}

/** The values of a closed or open list, each once; a single value may come without a list. */
function parseList(sent: unknown, field: Extract<Field, { kind: 'list' }>): (string | number)[] {
  const entries: unknown[] = Array.isArray(sent) ? sent : [sent]
  if (entries.length > Math.max(field.maxItems, maxEntries)) throw new Unusable('Too many entries.')
  const values = [
    ...new Set(entries.map((entry) => parseEntry(entry, field)).filter((entry) => entry !== null)),
  ]
  if (values.length > field.maxItems) throw new Unusable(`At most ${field.maxItems} entries.`)
  return values
}

/** An entry is a value, its name, or an object that holds either. */
function parseEntry(sent: unknown, field: Extract<Field, { kind: 'list' }>): string | number | null {
  const { of, options, optionAliases: names = {} } = field
  const value = isObject(sent) ? carried(sent) : sent
  if (typeof value === 'object' && value !== null) throw new Unusable('Choose an entry of the list.')
  const isOption = typeof value === 'number' && options?.includes(value)
  const name = String(value).trim().toLowerCase()
  if (!isOption && Object.hasOwn(names, name)) return names[name] ?? null
  return of === 'text'
    ? accepted(parseText(value, maxText), options)
    : accepted(rounded(toNumber(value)), options)
}

const carried = (entry: Body): unknown => {
  const key = ['id', 'value', ...Object.keys(entry)].find(
    (name) => Object.hasOwn(entry, name) && /(^|_)(id|value)$/.test(name),
  )
  if (key === undefined) throw new Unusable('Choose an entry of the list.')
  return entry[key]
}

/** Computed fractions carry binary rounding errors. */
const rounded = (value: number | null) => {
  if (value !== null && !Number.isFinite(value)) throw new Unusable(problems.number)
  return value === null ? null : Number(value.toPrecision(12))
}

function accepted<T extends string | number>(
  value: T | null,
  options?: readonly (string | number)[],
): T | null {
  if (value !== null && options && !options.includes(value))
    throw new Unusable(
      options.length > 12 ? 'Choose an entry of the list.' : `Choose among: ${options.join(', ')}.`,
    )
  return value
}

/** People: each an email, an object with one, or the bare id of a participant; each email once. */
function parsePeople(sent: unknown, max: number): Person[] {
  const entries: unknown[] = Array.isArray(sent) ? sent : [sent]
  if (entries.length > max) throw new Unusable(`At most ${max} entries.`)
  const people = new Map<unknown, Person>()
  for (const entry of entries) {
    const person = parsePerson(entry)
    if (person) people.set(person.email.toLowerCase() || person.id, person)
  }
  return [...people.values()]
}

/** An empty email: the resource looks the person up by id. */
function parsePerson(sent: unknown): Person | null {
  if (sent === null || sent === '') return null
  const given: Body = isObject(sent) ? sent : typeof sent === 'number' ? { id: sent } : { email: sent }
  const id = parseReference(given['id'] ?? null, 'id')
  const email = parseFormatted(given['email'] ?? '', { kind: 'text', max: maxText, format: 'email' }) ?? ''
  if (email === '' && id === null) throw new Unusable(formats.email.text)
  const name = (key: string) =>
    given[key] === undefined || given[key] === null ? null : parseText(given[key], maxText)
  return { id, email, first_name: name('first_name'), last_name: name('last_name') }
}

/** Hours through a week; the error names the first day that is wrong. */
function parseWeekHours(sent: unknown): WeekHours | null {
  if (sent === '') return null
  const given: Body = isObject(sent) ? sent : {}
  const { days } = given
  if (!Array.isArray(days) || days.length !== weekdays.length)
    throw new Unusable('Send hours for each day from Monday to Sunday.')
  const time_zone = parseFormatted(given['time_zone'] ?? '', {
    kind: 'text',
    max: maxTimeZone,
    format: 'timeZone',
  })
  if (time_zone === null) throw new Unusable(formats.timeZone.text)
  return { time_zone, days: weekdays.map((day, index) => parseDayHours(day, days[index])) }
}

function parseDayHours(day: string, sent: unknown): WeekHours['days'][number] {
  if (sent === null) return null
  const { start, end } = isObject(sent) ? sent : {}
  if (!isClock(start) || !isClock(end)) throw new Unusable(`${day}: ${hoursProblems.clock}`)
  if (end <= start) throw new Unusable(`${day}: ${hoursProblems.order}`)
  return { start, end }
}

/** From the earliest year to the year 9999. */
const epochSeconds = {
  kind: 'integer',
  min: Date.UTC(earliestYear, 0) / 1_000,
  max: 253_402_300_799,
} as const

/** A number without binary rounding errors, as of 0.1 + 0.2. */
function withoutNoise(value: number): number {
  const near = Number(value.toPrecision(noiseless))
  return Math.abs(value - near) < Math.abs(value) * Number.EPSILON * 2 ? near : value
}

/** Significant digits up to which a number is rounded; more of them were typed on purpose. */
const noiseless = 12

/** A number, or a text that is one; NaN for anything else. */
function toNumber(sent: unknown): number | null {
  if (typeof sent === 'number') return withoutNoise(sent)
  if (typeof sent !== 'string') return NaN
  if (sent.trim() === '') return null
  return /^[-+\d.eE\s]+$/.test(sent) ? Number(sent) : NaN
}

function parseNumber(sent: unknown, field: Parameters<typeof numberProblem>[1]): number | null {
  const value = toNumber(sent)
  if (value === null) return null
  // Excess digits of a text are lost once it is converted to a number.
  const isTooLong =
    typeof sent === 'string' && /^[-+\d.]+$/.test(sent.trim()) && hasTooManyDigits(sent.trim())
  const problem = isTooLong && !Number.isNaN(value) ? problems.digits(maxDigits) : numberProblem(value, field)
  if (problem !== null) throw new Unusable(problem)
  return value
}

function parseEpoch(sent: unknown): number | null {
  const isEarly = Number.isSafeInteger(toNumber(sent)) && Number(sent) < epochSeconds.min
  if (isEarly) throw new Unusable(problems.tooEarly(earliestYear))
  return parseNumber(sent, epochSeconds)
}

function parseBoolean(sent: unknown): boolean | null {
  if (sent === '') return null
  if (sent === true || sent === 'true') return true
  if (sent === false || sent === 'false') return false
  throw new Unusable('Send true or false.')
}

function parsePattern(sent: unknown, fits: (value: string) => boolean, why: string): string | null {
  if (typeof sent !== 'string') throw new Unusable(why)
  const value = sent.trim()
  if (value === '') return null
  if (!fits(value)) throw new Unusable(isTooEarly(value) ? problems.tooEarly(earliestYear) : why)
  return value
}

/** Whether a moment lies in the allowed years, up to 9999, the last that ISO 8601 writes with four digits. */
export const isOfCalendar = (moment: Date): boolean => {
  const year = moment.getUTCFullYear()
  return year >= earliestYear && year <= 9_999
}

/** Whether a text begins as a date before the earliest allowed year. */
const isTooEarly = (value: string) =>
  /^\d{4}-\d{2}-\d{2}/.test(value) && Number(value.slice(0, 4)) < earliestYear

/** Whether a text is a day of the calendar as YYYY-MM-DD. */
function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const moment = new Date(`${value}T00:00:00Z`)
  return isOfCalendar(moment) && moment.toISOString().startsWith(value)
}

const momentPattern = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/

function parseMoment(sent: unknown, why = 'Enter a date and time as YYYY-MM-DDTHH:MM:SSZ.'): string | null {
  const value = parsePattern(sent, (text) => isDay(text) || momentPattern.test(text), why)
  if (value === null) return null
  const day = momentPattern.exec(value)?.[1] ?? value
  // A moment without a zone is UTC, so that the answer does not depend on the server's time zone.
  const zoned = isDay(value)
    ? `${value}T00:00:00Z`
    : /(Z|[+-]\d{2}:?\d{2})$/.test(value)
      ? value
      : `${value}Z`
  const moment = new Date(zoned.replace(' ', 'T'))
  if (!isOfCalendar(moment) || !isDay(day))
    throw new Unusable(isTooEarly(value) ? problems.tooEarly(earliestYear) : why)
  return moment.toISOString()
}

const parseDayOrMoment = (sent: unknown): string | null =>
  typeof sent === 'string' && isDay(sent.trim())
    ? sent.trim()
    : parseMoment(sent, 'Enter a date as YYYY-MM-DD, or with a time as YYYY-MM-DDTHH:MM:SSZ.')

function parseReference(
  sent: unknown,
  idField: string,
  message = 'Choose an entry of the list.',
): number | null {
  const value = isObject(sent) ? sent[idField] : sent
  if (value === null || value === '') return null
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > maxInteger)
    throw new Unusable(message)
  return id
}
