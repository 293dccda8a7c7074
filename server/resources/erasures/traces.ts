/**
 * Tells what holds a value of a contact from what merely resembles it: 'smith@x.com' is within 'john.smith@x.com'. The database
 * finds what may hold one, and each row is then decided by its texts as a whole.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { emailKey } from '../../../src/contract/emailKey'
import { readPhone } from '../../../src/contract/phone'
import type { Write } from '../../kit/context'
import { dialectOf } from '../../db/dialects'

type Db = Write['db']

/** No phone number is longer in any notation. */
const maxPhone = 60

/** Key by which values are compared: phone numbers in their stored form, addresses of profiles without what stands around them. */
const traceKey = (value: string): string =>
  (value.length <= maxPhone ? readPhone(value) : null) ??
  emailKey(value.trim())
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/+$/, '')

export type TraceKeys = ReadonlySet<string>
export const traceKeys = (values: readonly string[]): TraceKeys => new Set(values.map(traceKey))

/** All texts within a value that was JSON. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Whether one of the texts within JSON is, as a whole, one of some values. */
export const hasTrace = (json: string | null, keys: TraceKeys): boolean =>
  json !== null && keys.size > 0 && textsIn(JSON.parse(json)).some((text) => keys.has(traceKey(text)))

/** Whether a text in words mentions one of some values: not as a part of a longer address or number. */
export function mentionsTrace(text: string | null, keys: TraceKeys): boolean {
  if (text === null || keys.size === 0) return false
  const words = emailKey(text).replaceAll('//www.', '//')
  return [...keys].some((key) => {
    if (!words.includes(key)) return false
    const literal = key.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
    return new RegExp(
      String.raw`(?<![\p{L}\p{N}_%+-]|[\p{L}\p{N}][./])${literal}(?![\p{L}\p{N}_%+@-]|[./][\p{L}\p{N}]|\s?x\d)`,
      'u',
    ).test(words)
  })
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

function likeAny(db: Db, columns: readonly string[], patterns: ReadonlySet<string>): RawBuilder<SqlBool> {
  const { lower } = dialectOf(db)
  const conditions = columns.flatMap((column) =>
    [...patterns].map((pattern) => sql`${lower(sql.ref(column))} like ${`%${pattern}%`} escape '\\'`),
  )
  return conditions.length === 0 ? sql<SqlBool>`(1 = 0)` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/** Whether one of some columns has one of some texts within it, as it is or within JSON; never without texts. */
export const holdsAny = (db: Db, columns: readonly string[], texts: readonly string[]): RawBuilder<SqlBool> =>
  likeAny(
    db,
    columns,
    new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]).map(escaped)),
  )

/** Whether one of some columns may have one of some values, in any notation: `hasTrace()` and `mentionsTrace()` decide. */
export const mayHoldTrace = (db: Db, columns: readonly string[], keys: TraceKeys): RawBuilder<SqlBool> =>
  likeAny(
    db,
    columns,
    new Set(
      [...keys].flatMap((key) =>
        readPhone(key) === null
          ? [key, JSON.stringify(key).slice(1, -1)].map(escaped)
          : [key.match(/\d+/g)?.join('%') ?? key],
      ),
    ),
  )
