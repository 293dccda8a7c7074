/**
 * The vocabulary in which a resource is declared once.
 *
 * A declaration is plain data, so that the browser can bundle it (id fields, relations, limits, options)
 * without any schema library; `schema.ts` beside this file turns the same data into JSON Schema for the
 * server, and the types below turn it into TypeScript types for both sides.
 */
import type { Format } from './formats'
import { maxText } from './limits'
import type { WeekHours } from './weekHours'

/** What every field may say about itself, whatever its kind. */
interface FieldRules {
  /** Must be given, and not empty, whenever a record is created. Such a field is never null in an answer. */
  readonly required?: true
  /** Although required, a full update need not send it again. */
  readonly stays?: true
  /** Kept by the server; a value in a request body is ignored. */
  readonly readOnly?: true
  /** Only part of a request body, never of an answer. */
  readonly writeOnly?: true
  /** A second name of the field: accepted in a body where the first is not sent, and repeated in answers. */
  readonly alias?: string
  /** What a body without a value for the field is told, where the usual text does not do. */
  readonly missing?: string
  /** One sentence for the API documentation: meaning and unit. */
  readonly about?: string
}

/** Text, trimmed on write; `max` counts UTF-16 code units, as browsers count `maxlength`. */
interface TextField extends FieldRules {
  readonly kind: 'text'
  readonly max: number
  /** What the text has to look like (formats.ts). */
  readonly format?: Format
  /** What a text of another form is told, where the format's own text does not do. */
  readonly malformed?: string
  /** What is offered while it is typed; any other text will do as well. */
  readonly suggestions?: readonly string[]
}
/** Rich text: HTML reduced to an allow-list on write; markup without text counts as empty. */
interface HtmlField extends FieldRules {
  readonly kind: 'html'
  readonly max: number
}
/** An address under which the record's content is read for a while; made anew for each answer. */
interface SignedUrlField extends FieldRules {
  readonly kind: 'signedUrl'
  readonly readOnly: true
}
/** Seconds for which a signed address holds at the least, from when it was answered. */
export const signedUrlSeconds = 600

/** A finite number of up to `maxDigits` significant digits. */
interface NumberField extends FieldRules {
  readonly kind: 'number'
  readonly min?: number
  readonly max?: number
  readonly default?: number
}
interface IntegerField extends FieldRules {
  readonly kind: 'integer'
  readonly min?: number
  readonly max?: number
}
interface BooleanField extends FieldRules {
  readonly kind: 'boolean'
  readonly default?: boolean
}
/** A calendar day, `YYYY-MM-DD`, never shifted by a time zone. */
interface DateField extends FieldRules {
  readonly kind: 'date'
}
/** A calendar day (kept as it is) or a moment (kept as ISO 8601 in UTC). */
interface DayOrMomentField extends FieldRules {
  readonly kind: 'dayOrMoment'
}
/** A moment, ISO 8601 in UTC with milliseconds. */
interface TimestampField extends FieldRules {
  readonly kind: 'timestamp'
}
/** A moment as whole seconds since 1970-01-01T00:00:00Z. */
interface EpochField extends FieldRules {
  readonly kind: 'epoch'
}
/** One of a closed list of words. */
interface ChoiceField<Option extends string = string> extends FieldRules {
  readonly kind: 'choice'
  readonly options: readonly Option[]
  readonly default?: Option
}
/** Several values, in the order in which they were sent and each of them once. */
interface ListField<Option extends string | number = string | number> extends FieldRules {
  readonly kind: 'list'
  readonly of: 'text' | 'number'
  /** A closed list of values; without it, any text will do. */
  readonly options?: readonly Option[]
  /** Names by which an option may be sent instead of its value. */
  readonly names?: Readonly<Record<string, Option>>
  /** At most so many entries. */
  readonly entries: number
}
/** People by email, with their names where they are known. */
interface PeopleField extends FieldRules {
  readonly kind: 'people'
  /** At most so many. */
  readonly entries: number
}
/** Hours through a week, by the clock of a time zone (weekHours.ts). */
interface WeekHoursField extends FieldRules {
  readonly kind: 'weekHours'
}
/** A reference to one record of another resource: its id, or the record itself where it is expanded. */
interface OneField extends FieldRules {
  readonly kind: 'one'
  readonly to: string
}
/** References to records of another resource: their ids, or the records themselves where they are expanded. */
interface ManyField extends FieldRules {
  readonly kind: 'many'
  readonly to: string
}

export type Field =
  | TextField
  | HtmlField
  | SignedUrlField
  | NumberField
  | IntegerField
  | BooleanField
  | DateField
  | DayOrMomentField
  | TimestampField
  | EpochField
  | ChoiceField
  | ListField
  | PeopleField
  | WeekHoursField
  | OneField
  | ManyField

export type Fields = Readonly<Record<string, Field>>

type Rest<F extends Field> = Omit<F, 'kind'>

export const text = <const O extends Partial<Rest<TextField>>>(options?: O) =>
  ({ kind: 'text', max: maxText, ...options }) as { kind: 'text'; max: number } & O
export const html = <const O extends Partial<Rest<HtmlField>>>(options?: O) =>
  ({ kind: 'html', max: 100_000, ...options }) as { kind: 'html'; max: number } & O
export const signedUrl = <const O extends FieldRules>(options?: O) =>
  ({ kind: 'signedUrl', readOnly: true, ...options }) as { kind: 'signedUrl'; readOnly: true } & O
export const number = <const O extends Rest<NumberField>>(options?: O) =>
  ({ kind: 'number', ...options }) as { kind: 'number' } & O
export const integer = <const O extends Rest<IntegerField>>(options?: O) =>
  ({ kind: 'integer', ...options }) as { kind: 'integer' } & O
export const boolean = <const O extends Rest<BooleanField>>(options?: O) =>
  ({ kind: 'boolean', ...options }) as { kind: 'boolean' } & O
export const date = <const O extends Rest<DateField>>(options?: O) =>
  ({ kind: 'date', ...options }) as { kind: 'date' } & O
export const dayOrMoment = <const O extends Rest<DayOrMomentField>>(options?: O) =>
  ({ kind: 'dayOrMoment', ...options }) as { kind: 'dayOrMoment' } & O
export const timestamp = <const O extends Rest<TimestampField>>(options?: O) =>
  ({ kind: 'timestamp', ...options }) as { kind: 'timestamp' } & O
export const epoch = <const O extends Rest<EpochField>>(options?: O) =>
  ({ kind: 'epoch', ...options }) as { kind: 'epoch' } & O
export const choice = <
  const P extends readonly string[],
  const O extends Omit<Rest<ChoiceField<P[number]>>, 'options'>,
>(
  options: P,
  rules?: O,
) => ({ kind: 'choice', options, ...rules }) as { kind: 'choice'; options: P } & O
/** Several of a closed list of words or numbers. */
export const options = <
  const P extends readonly (string | number)[],
  const O extends Partial<Omit<Rest<ListField<P[number]>>, 'options' | 'of'>>,
>(
  options: P,
  rules?: O,
) =>
  ({
    kind: 'list',
    of: typeof options[0] === 'number' ? 'number' : 'text',
    entries: options.length,
    options,
    ...rules,
  }) as { kind: 'list'; of: 'text' | 'number'; entries: number; options: P } & O
/** Several texts that are not known beforehand. */
export const texts = <const O extends Partial<Omit<Rest<ListField>, 'options' | 'of'>>>(rules?: O) =>
  ({ kind: 'list', of: 'text', entries: 100, ...rules }) as { kind: 'list'; of: 'text'; entries: number } & O
export const people = <const O extends Partial<Rest<PeopleField>>>(rules?: O) =>
  ({ kind: 'people', entries: 200, ...rules }) as { kind: 'people'; entries: number } & O
export const weekHours = <const O extends FieldRules>(rules?: O) =>
  ({ kind: 'weekHours', ...rules }) as { kind: 'weekHours' } & O
export const one = <const T extends string, const O extends FieldRules>(to: T, rules?: O) =>
  ({ kind: 'one', to, ...rules }) as { kind: 'one'; to: T } & O
export const many = <const T extends string, const O extends FieldRules>(to: T, rules?: O) =>
  ({ kind: 'many', to, ...rules }) as { kind: 'many'; to: T } & O

/** The id of a record, given by the server. */
export const id = <const O extends FieldRules>(rules?: O) =>
  integer({ readOnly: true, required: true, about: 'Given by the server.', ...rules } as {
    readOnly: true
    required: true
  } & O)

/** What the server keeps on every record that people change (API-6). */
export const stamps = {
  version: integer({
    readOnly: true,
    required: true,
    about: 'Counts the changes; a write that carries an older one is refused with 409.',
  }),
  created_by: one('users', { readOnly: true }),
  created_at: timestamp({ readOnly: true, required: true }),
  modified_by: one('users', { readOnly: true }),
  modified_at: timestamp({ readOnly: true, required: true }),
} as const

/** A resource: where it is answered, what its records hold, and by what a list of them can be ordered. */
export interface Resource<F extends Fields = Fields> {
  readonly name: string
  /** Path of the list, with its trailing slash; one record stands below it. */
  readonly path: string
  /** What one record is called in texts that people read. */
  readonly title: string
  readonly idField: keyof F & string
  /** The field by which people call a record, where there is one. */
  readonly nameField?: keyof F & string
  readonly fields: F
  /** Names that `ordering` accepts, with or without '-' before them. */
  readonly orderings: readonly string[]
  readonly defaultOrdering: string
  /** Fields by whose value a list can be narrowed, each as a parameter of its own name. */
  readonly filters?: readonly string[]
  /** Names that `expand` takes, beside those of the relations, for paths that lead further. */
  readonly shortcuts?: Readonly<Record<string, string>>
  /** Deleted records wait in the trash instead of vanishing. */
  readonly trash?: true
}

/** Declares a resource and keeps the literal types of all its parts. */
export const resource = <
  const F extends Fields,
  const R extends Resource<F> & {
    readonly orderings: readonly (keyof F & string)[]
    readonly filters?: readonly (keyof F & string)[]
  },
>(
  declaration: R & { readonly fields: F },
): R & { readonly fields: F } => declaration

type Simplify<T> = { [K in keyof T]: T[K] } & {}

type ValueOf<F> = F extends { kind: 'text' | 'html' | 'signedUrl' | 'date' | 'dayOrMoment' | 'timestamp' }
  ? string
  : F extends { kind: 'number' | 'integer' | 'epoch' | 'one' }
    ? number
    : F extends { kind: 'boolean' }
      ? boolean
      : F extends { kind: 'choice'; options: readonly (infer O)[] }
        ? O
        : F extends { kind: 'many' }
          ? number[]
          : F extends { kind: 'people' }
            ? Person[]
            : F extends { kind: 'list' }
              ? ListValue<F>
              : F extends { kind: 'weekHours' }
                ? WeekHours
                : never

type ListValue<F> = F extends { options: readonly (infer O)[] } ? O[] : string[]

/** A field that always holds a value in an answer. */
type IsFilled<F> = F extends { required: true } | { kind: 'many' | 'list' | 'people' }
  ? true
  : F extends { default: unknown }
    ? true
    : false

type StoredValue<F> = IsFilled<F> extends true ? ValueOf<F> : ValueOf<F> | null

/** A record as the browser keeps it and as the server answers it without expand: relations are ids. */
export type RowOf<R extends Resource> = Simplify<{
  -readonly [K in keyof R['fields'] as R['fields'][K] extends { writeOnly: true } ? never : K]: StoredValue<
    R['fields'][K]
  >
}>

/** Fields that have no column: references to many stand in link tables, signed addresses are made for each answer. */
type Columnless = { kind: 'many' | 'signedUrl' } | { writeOnly: true }

/** The fields that stand in the resource's own table. Lists, people and hours are kept as JSON text. */
export type ColumnsOf<R extends Resource> = Simplify<{
  -readonly [K in keyof R['fields'] as R['fields'][K] extends Columnless ? never : K]: Stored<R['fields'][K]>
}>
type Stored<F> = F extends { kind: 'list' | 'people' }
  ? string
  : F extends { kind: 'weekHours' }
    ? string | null
    : StoredValue<F>

type WritableKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { readOnly: true } ? never : K
}[keyof F]
type RequiredKeys<F extends Fields> = {
  [K in WritableKeys<F>]: F[K] extends { required: true } ? K : never
}[WritableKeys<F>]

/** What a create or a full update sends. Null clears an optional field. */
export type InputOf<R extends { readonly fields: Fields }> = Simplify<
  { -readonly [K in RequiredKeys<R['fields']>]: ValueOf<R['fields'][K]> } & {
    -readonly [K in Exclude<WritableKeys<R['fields']>, RequiredKeys<R['fields']>>]?: StoredValue<
      R['fields'][K]
    >
  }
>

/** The values that `ordering` takes for a resource. */
export type OrderingOf<R extends Resource> = R['orderings'][number] | `-${R['orderings'][number]}`

/** The names of a resource's relations. */
export type RelationsOf<R extends Resource> = {
  [K in keyof R['fields']]: R['fields'][K] extends { kind: 'one' | 'many' } ? K : never
}[keyof R['fields']] &
  string

export type RelationField = OneField | ManyField

/** Whether a field is a column of its resource's table. */
export const isColumn = (field: Field): boolean =>
  field.kind !== 'many' && field.kind !== 'signedUrl' && !field.writeOnly

/** Whether a field holds several values, and so is never null. */
export const isSeveral = ({ kind }: Field): boolean => kind === 'many' || kind === 'list' || kind === 'people'

/** Whether a field is kept as JSON text. */
export const isKeptAsJson = ({ kind }: Field): boolean =>
  kind === 'list' || kind === 'people' || kind === 'weekHours'

/** Tells references to other resources from plain values. */
export const isRelation = (field: Field): field is RelationField =>
  field.kind === 'one' || field.kind === 'many'

/** Somebody who can be written to. */
export interface Person {
  /** The id among the participants, or null for somebody who is known by email only. */
  id: number | null
  email: string
  first_name: string | null
  last_name: string | null
}

/** The answer of every list. */
export interface ListAnswer<Row> {
  /** How many records match in all, whatever the page. */
  count: number
  results: Row[]
}

/** The body of every answer that is not a success. */
export interface ErrorAnswer {
  /** What went wrong, for people. */
  detail: string
  /** What went wrong, for programs. */
  code: string
  /** Per field of the request, what is wrong with it. */
  fields?: Record<string, string>
  /** The record as it stands, where the request was refused because of it. */
  current?: Readonly<Record<string, unknown>>
  /** Finds the request in the server's log. */
  request_id: string
}
