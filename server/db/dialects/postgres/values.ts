/** Values of PostgreSQL as SQLite returns them. */
import pg from 'pg'

// Moments as ISO 8601 in UTC.
const toMoment = (value: string) =>
  new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()

type Parsers = Readonly<Record<number, (value: string) => unknown>>
export const parsers: Parsers = {
  [pg.types.builtins.TIMESTAMPTZ]: toMoment,
  [pg.types.builtins.INT8]: Number,
}

/** For pg's `types`. */
export const typesWith = (own: Parsers): pg.CustomTypesConfig => ({
  getTypeParser: (oid, format) =>
    own[oid] ?? (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
})
