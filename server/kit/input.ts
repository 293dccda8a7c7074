import { contract, targetOf } from '../../src/contract'
import type { Field, Fields } from '../../src/contract/kit'
import { ApiError, invalidFields, requiredText } from './errors'

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
 * - `update`: required fields must be there (PUT); a field that is not sent keeps its value.
 * - `patch`: only what is sent counts.
 *
 * @throws ApiError 400 with one text for each wrong field.
 */
export function parseInput(fields: Fields, body: unknown, mode: 'create' | 'update' | 'patch'): Body {
  if (!isObject(body)) throw new ApiError(400, 'invalid', 'The request body must be a JSON object.')
  const values: Body = {}
  const wrong: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly) continue
    const sent = Object.hasOwn(body, name) ? body[name] : undefined
    if (sent === undefined && (mode === 'patch' || (mode === 'update' && !field.required))) continue
    try {
      values[name] = parseField(field, sent)
    } catch (error) {
      if (!(error instanceof Unusable)) throw error
      wrong[name] = error.message
    }
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  return values
}

function parseField(field: Field, sent: unknown): unknown {
  const value = sent === undefined || sent === null ? null : parseValue(field, sent)
  if (value !== null) return value
  if (field.required) throw new Unusable(requiredText)
  if (field.kind === 'many') return []
  return 'default' in field ? field.default : null
}

function parseValue(field: Field, sent: unknown): unknown {
  switch (field.kind) {
    case 'text':
      return parseText(sent, field.max)
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
    case 'choice': {
      const value = parseText(sent, 255)
      if (value !== null && !field.options.includes(value))
        throw new Unusable(`Choose one of: ${field.options.join(', ')}.`)
      return value
    }
    case 'one':
      return parseReference(sent, contract[targetOf(field)].idField)
    case 'many': {
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
  if (value.length > max) throw new Unusable(`At most ${max} characters.`)
  return value === '' ? null : value
}

/** NUL and halves of surrogate pairs have no place in UTF-8 text (TRUST-13). */
export const isStorable = (value: string): boolean => !/\0|\p{Surrogate}/u.test(value)

function parseNumber(
  sent: unknown,
  { kind, min }: Extract<Field, { kind: 'number' | 'integer' }>,
): number | null {
  if (typeof sent === 'string' && sent.trim() === '') return null
  const value = typeof sent === 'string' && /^[-+\d.eE\s]+$/.test(sent) ? Number(sent) : sent
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Unusable('Enter a number.')
  if (kind === 'integer' && (!Number.isInteger(value) || Math.abs(value) > 2_147_483_647))
    throw new Unusable('Enter a whole number.')
  if (min !== undefined && value < min) throw new Unusable(`Must be ${min} or more.`)
  return value
}

function parseBoolean(sent: unknown): boolean {
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
const isOfCalendar = (moment: Date): boolean => {
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

function parseMoment(sent: unknown): string | null {
  const why = 'Enter a date and time as YYYY-MM-DDTHH:MM:SSZ.'
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
  typeof sent === 'string' && isDay(sent.trim()) ? sent.trim() : parseMoment(sent)

function parseReference(sent: unknown, idField: string): number | null {
  const value = isObject(sent) ? sent[idField] : sent
  if (value === null || value === '') return null
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > 2_147_483_647)
    throw new Unusable('Choose an entry of the list.')
  return id
}
