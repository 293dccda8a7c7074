import { contract, targetOf } from '../../src/contract'
import { formats } from '../../src/contract/formats'
import { isSeveral, type Field, type Fields, type Person } from '../../src/contract/kit'
import { maxDigits, maxText } from '../../src/contract/limits'
import { problems } from '../../src/contract/problems'
import { maxMarkup } from '../../src/contract/richText'
import { hoursProblems, isClock, maxTimeZone, weekdays, type WeekHours } from '../../src/contract/weekHours'
import { ApiError, invalidFields, invalidParameter } from './errors'
import { plainText, sanitizeHtml, TooMuchMarkup } from './richText'

/** An integer column holds no more, an id among them. */
export const maxInteger = 2_147_483_647

/** A list in a body holds at most this many entries. */
const maxEntries = 1_000

/** A value that a field cannot take; its message is for the person who typed it. */
class Unusable extends Error {}

type Body = Record<string, unknown>

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads a request body by the fields of the contract: trims text, turns numeric text into numbers and related
 * objects into their ids, fills defaults, and leaves out what is not writable.
 *
 * - `create`: required fields must be there, the others get null or their default.
 * - `update`: required fields must be there (PUT) unless they stay; a field that is not sent keeps its value.
 * - `patch`: only what is sent counts.
 *
 * @param check further rules, told of together with the others; what cannot be read is absent from its values.
 * @throws ApiError 400 with one text for each wrong field.
 */
export function parseInput(
  fields: Fields,
  body: unknown,
  mode: 'create' | 'update' | 'patch',
  check: (values: Body) => Record<string, string> = () => ({}),
): Body {
  if (!isObject(body)) throw new ApiError(400, 'invalid', 'The request body must be a JSON object.')
  const values: Body = {}
  const wrong: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly) continue
    const sent = valueSent(body, name, field)
    const isKept = mode === 'patch' || (mode === 'update' && (!field.required || field.stays))
    if (sent === undefined && isKept) continue
    try {
      values[name] = parseField(field, sent)
    } catch (error) {
      if (!(error instanceof Unusable)) throw error
      wrong[name] = error.message
    }
  }
  const all = { ...check(values), ...wrong }
  if (Object.keys(all).length === 0) return values
  // In the order of the contract, because the first one is what the answer says.
  const names = new Set([...Object.keys(fields), ...Object.keys(all)])
  throw invalidFields(
    Object.fromEntries([...names].flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))),
  )
}

/** What a body holds for a field: under its own name, or under its alias where that says more. */
function valueSent(body: Body, name: string, { alias }: Field): unknown {
  const value = Object.hasOwn(body, name) ? body[name] : undefined
  const isFilled = value !== undefined && value !== null && value !== ''
  return isFilled || alias === undefined || !Object.hasOwn(body, alias) ? value : body[alias]
}

/**
 * A body without the names that say what the record holds already, where the field's other name says something else:
 * whoever sends back what they have read, both names included, may have changed either.
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

/** Whether a body holds a field under both of its names, and two values. */
export const namesFieldsTwice = (fields: Fields, body: unknown): boolean =>
  isObject(body) &&
  Object.entries(fields).some(
    ([name, { alias }]) =>
      alias !== undefined &&
      Object.hasOwn(body, name) &&
      Object.hasOwn(body, alias) &&
      body[name] !== body[alias],
  )

function parseField(field: Field, sent: unknown): unknown {
  const value = sent === undefined || sent === null ? null : parseValue(field, sent)
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
  if (!isEmpty) return value
  if (field.required) throw new Unusable(field.missing ?? problems.required)
  if (isSeveral(field)) return []
  return 'default' in field ? field.default : null
}

/**
 * Reads one value by a field of the contract, for parameters of addresses.
 * @throws ApiError 400 naming the parameter.
 */
export function parseParameter(name: string, field: Field, value: string): unknown {
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
    case 'html':
      return parseHtml(sent, field.max)
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
      return parseNumber(sent, epochSeconds)
    case 'list':
      return parseList(sent, field)
    case 'people':
      return parsePeople(sent, field.entries)
    case 'weekHours':
      return parseWeekHours(sent)
    case 'choice': {
      const value = parseText(sent, maxText)
      if (value !== null && !field.options.includes(value))
        throw new Unusable(`Choose one of: ${field.options.join(', ')}.`)
      return value
    }
    case 'one':
      return parseReference(sent, contract[targetOf(field)].idField, field.missing)
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

function parseText(sent: unknown, max: number): string | null {
  if (typeof sent !== 'string') throw new Unusable('Enter text.')
  if (!isStorable(sent)) throw new Unusable('Contains characters that cannot be stored.')
  const value = sent.trim()
  if (value.length > max) throw new Unusable(problems.tooLong(max))
  return value === '' ? null : value
}

function parseFormatted(
  sent: unknown,
  { max, format, malformed }: Extract<Field, { kind: 'text' }>,
): string | null {
  const value = parseText(sent, max)
  if (value === null || format === undefined || formats[format].fits(value)) return value
  throw new Unusable(malformed ?? formats[format].text)
}

/** Rich text, reduced to the allow-list; markup without text is none at all. */
function parseHtml(sent: unknown, max: number): string | null {
  // What counts is what is kept: pasted markup loses most of its length, escaped text gains some.
  const value = parseText(sent, maxMarkup)
  if (value === null) return null
  const html = reduced(value)
  if (html.length > max) throw new Unusable(problems.tooLong(max))
  return plainText(html) === '' ? null : html
}

function reduced(markup: string): string {
  try {
    return sanitizeHtml(markup)
  } catch (error) {
    if (error instanceof TooMuchMarkup) throw new Unusable(problems.tooMuchMarkup)
    throw error
  }
}

/** The values of a closed or open list, each once; one value may stand without a list around it. */
function parseList(sent: unknown, field: Extract<Field, { kind: 'list' }>): (string | number)[] {
  const entries: unknown[] = Array.isArray(sent) ? sent : [sent]
  if (entries.length > Math.max(field.entries, maxEntries)) throw new Unusable('Too many entries.')
  const values = [
    ...new Set(entries.map((entry) => parseEntry(entry, field)).filter((entry) => entry !== null)),
  ]
  if (values.length > field.entries) throw new Unusable(`At most ${field.entries} entries.`)
  return values
}

/** An entry is a value, a name of one, or an object that carries either. */
function parseEntry(sent: unknown, field: Extract<Field, { kind: 'list' }>): string | number | null {
  const { of, options, names = {} } = field
  const value = isObject(sent) ? carried(sent) : sent
  if (typeof value === 'object' && value !== null) throw new Unusable('Choose an entry of the list.')
  const isOption = typeof value === 'number' && options?.includes(value)
  const name = String(value).trim().toLowerCase()
  if (!isOption && Object.hasOwn(names, name)) return names[name] ?? null
  return of === 'text'
    ? accepted(parseText(value, maxText), options)
    : accepted(rounded(parseNumber(value, { kind: 'number' })), options)
}

const carried = (entry: Body): unknown => {
  const key = ['id', 'value', ...Object.keys(entry)].find(
    (name) => Object.hasOwn(entry, name) && /(^|_)(id|value)$/.test(name),
  )
  if (key === undefined) throw new Unusable('Choose an entry of the list.')
  return entry[key]
}

/** Steps of a fraction that were computed elsewhere carry the noise of binary numbers. */
const rounded = (value: number | null) => (value === null ? null : Number(value.toPrecision(12)))

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

/** People: each an email, an object with one, or a bare id of a participant; each email once. */
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

/** An empty email stands for somebody whom only the id names; the resource looks them up. */
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

const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Hours through a week; the first day that cannot be kept is named. */
function parseWeekHours(sent: unknown): WeekHours | null {
  if (sent === '') return null
  const given: Body = isObject(sent) ? sent : {}
  const { days } = given
  if (!Array.isArray(days) || days.length !== weekdays.length)
    throw new Unusable('Send hours for each day from Monday to Sunday.')
  const time_zone = parseText(given['time_zone'] ?? '', maxTimeZone)
  // An offset such as '+05:00' is no zone: it does not know when clocks change.
  if (time_zone === null || !/^[A-Z]/i.test(time_zone) || !isTimeZone(time_zone))
    throw new Unusable('Send the name of a time zone, such as America/Chicago.')
  return { time_zone, days: weekdays.map((day, index) => parseDayHours(day, days[index])) }
}

function parseDayHours(day: string, sent: unknown): WeekHours['days'][number] {
  if (sent === null) return null
  const { start, end } = isObject(sent) ? sent : {}
  if (!isClock(start) || !isClock(end)) throw new Unusable(`${day}: ${hoursProblems.clock}`)
  if (end <= start) throw new Unusable(`${day}: ${hoursProblems.order}`)
  return { start, end }
}

/** NUL and halves of surrogate pairs have no place in UTF-8 text (TRUST-13). */
export const isStorable = (value: string): boolean => !/\0|\p{Surrogate}/u.test(value)

interface NumberRules {
  kind: 'number' | 'integer'
  min?: number
  max?: number
}

/** From the year 1 to the year 9999. */
const epochSeconds = { kind: 'integer', min: -62_135_596_800, max: 253_402_300_799 } as const

function outOfIntegers(value: number, min = -maxInteger, max = maxInteger): string {
  if (!Number.isInteger(value)) return problems.integer
  return value > 0 ? problems.tooHigh(max) : problems.tooLow(min)
}

function parseNumber(sent: unknown, { kind, min, max }: NumberRules): number | null {
  if (typeof sent === 'string' && sent.trim() === '') return null
  const given = typeof sent === 'string' && /^[-+\d.eE\s]+$/.test(sent) ? Number(sent) : sent
  // Digits beyond the fifteenth are the noise of binary numbers.
  const value = typeof given === 'number' ? Number(given.toPrecision(maxDigits)) : NaN
  if (!Number.isFinite(value)) throw new Unusable(problems.number)
  if (kind === 'integer' && (!Number.isInteger(value) || Math.abs(value) > (max ?? maxInteger)))
    throw new Unusable(outOfIntegers(value, min, max))
  if (min !== undefined && value < min) throw new Unusable(problems.tooLow(min))
  if (max !== undefined && value > max) throw new Unusable(problems.tooHigh(max))
  return value
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
  if (!fits(value)) throw new Unusable(why)
  return value
}

/** Whether a moment lies in the years 1 to 9999, which both databases and ISO 8601 write alike. */
export const isOfCalendar = (moment: Date): boolean => {
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9_999
}

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
  // A moment without a zone is taken as UTC, so that the answer does not depend on where the server stands.
  const zoned = isDay(value)
    ? `${value}T00:00:00Z`
    : /(Z|[+-]\d{2}:?\d{2})$/.test(value)
      ? value
      : `${value}Z`
  const moment = new Date(zoned.replace(' ', 'T'))
  if (!isOfCalendar(moment) || !isDay(day)) throw new Unusable(why)
  return moment.toISOString()
}

const parseDayOrMoment = (sent: unknown): string | null =>
  typeof sent === 'string' && isDay(sent.trim())
    ? sent.trim()
    : parseMoment(sent, 'Enter a date as YYYY-MM-DD, or with a time as YYYY-MM-DDTHH:MM:SSZ.')

function parseReference(
  sent: unknown,
  idField: string,
  malformed = 'Choose an entry of the list.',
): number | null {
  const value = isObject(sent) ? sent[idField] : sent
  if (value === null || value === '') return null
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > maxInteger)
    throw new Unusable(malformed)
  return id
}
