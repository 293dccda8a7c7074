/**
 * The kinds of fields, and the declaration of a resource by them.
 *
 * A declaration is plain data, so that the browser can bundle it (id fields, relations, limits, options)
 * without any schema library; `schema.ts` beside this file turns the same data into JSON Schema for the
 * server, and the types below turn it into TypeScript types for both sides.
 */
import type { Format } from './formats'
import { maxRichText, maxText } from './limits'
import type { TextShape } from './textRules'
import type { WeekHours } from './weekHours'

/** Rules common to all kinds of field. */
interface FieldRules {
  /** Must be present and not empty whenever a record is created. Such a field is never null in an answer. */
  readonly required?: true
  /** Never null in an answer: the server sets a value where a body has none. */
  readonly filled?: true
  /** Although required, a full update may omit it. */
  readonly optionalOnUpdate?: true
  /** Set by the server; a value in a request body is ignored. */
  readonly readOnly?: true
  /** Only in request bodies, never in an answer. */
  readonly writeOnly?: true
  /**
   * A password, a token, a one-time code, or an address that grants access by itself: developer tools never show it
   * (TRUST-47).
   */
  readonly secret?: true
  /** A second name of the field: accepted in a body without the first, and repeated in answers. */
  readonly alias?: string
  /** The error for a body without a value, where the usual text does not fit. */
  readonly requiredMessage?: string
  /** One sentence for the API documentation: meaning and unit. */
  readonly apiDescription?: string
}

/**
 * Text, normalized on write (textRules.ts); `max` counts UTF-16 code units of the stored text, as browsers count
 * `maxlength`.
 */
interface TextField extends FieldRules {
  readonly kind: 'text'
  readonly max: number
  /** Required format of the text (formats.ts). */
  readonly format?: Format
  /** Allowed characters. Without it: one line, or an identifier where the field has a format. */
  readonly shape?: TextShape
  /** The error for another format, where the format's own text does not fit. */
  readonly formatMessage?: string
  /** Suggestions while typing; other texts are valid, too. */
  readonly suggestions?: readonly string[]
}
/** Rich text: HTML reduced to an allow-list on write; markup without text counts as empty. */
interface HtmlField extends FieldRules {
  readonly kind: 'html'
  readonly max: number
}
/** A temporary address of the record's content; created for each answer. */
interface SignedUrlField extends FieldRules {
  readonly kind: 'signedUrl'
  readonly readOnly: true
  readonly secret: true
}
/** Minimum lifetime of a signed address in seconds, from the answer on. */
export const signedUrlSeconds = 600

/** A finite number of up to `maxDigits` significant digits. */
interface NumberField extends FieldRules {
  readonly kind: 'number'
  /**
   * A volume, or a rate in USD per volume: the field that names the unit, or says whether that is dekatherms, as it is
   * without a value. Or a price: its unit.
   */
  readonly quantity?: { readonly unitField: string; readonly isRate?: true } | { readonly pricePer: 'dth' }
  readonly min?: number
  readonly max?: number
  readonly default?: number
}
interface IntegerField extends FieldRules {
  readonly kind: 'integer'
  readonly min?: number
  readonly max?: number
  /** As of a choice: no column. */
  readonly momentary?: true
}
interface BooleanField extends FieldRules {
  readonly kind: 'boolean'
  readonly default?: boolean
}
/** A calendar day, `YYYY-MM-DD`, never shifted by a time zone. */
interface DateField extends FieldRules {
  readonly kind: 'date'
  /** Never in the future: two-digit years are read as past years. */
  readonly past?: true
  /** Later days are refused. */
  readonly lastYear?: number
}
/** A calendar day (stored as it is) or a moment (stored as ISO 8601 in UTC). */
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
/** One of a closed list of values. */
interface ChoiceField<Option extends string = string> extends FieldRules {
  readonly kind: 'choice'
  readonly options: readonly Option[]
  readonly default?: Option
  /** No column: it follows from others and from the moment at which it is read. */
  readonly momentary?: true
}
/** Several values, in the order sent, without duplicates. */
interface ListField<Option extends string | number = string | number> extends FieldRules {
  readonly kind: 'list'
  readonly of: 'text' | 'number'
  /** A closed list of values; without it, any text is valid. */
  readonly options?: readonly Option[]
  /** Alternative names of the options in requests. */
  readonly optionAliases?: Readonly<Record<string, Option>>
  /** Maximum number of entries. */
  readonly maxItems: number
}
/** People by email, with their names where known. */
interface PeopleField extends FieldRules {
  readonly kind: 'people'
  /** Maximum number of people. */
  readonly maxItems: number
}
/** Weekly hours in a time zone (weekHours.ts). */
interface WeekHoursField extends FieldRules {
  readonly kind: 'weekHours'
}
/** A reference to one record of another resource: its id, or the record itself where expanded. */
interface OneField extends FieldRules {
  readonly kind: 'one'
  readonly to: string
}
/** References to records of another resource: their ids, or the records themselves where expanded. */
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
  ({ kind: 'html', max: maxRichText, ...options }) as { kind: 'html'; max: number } & O
export const signedUrl = <const O extends FieldRules>(options?: O) =>
  ({ kind: 'signedUrl', readOnly: true, secret: true, ...options }) as {
    kind: 'signedUrl'
    readOnly: true
    secret: true
  } & O
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
/** Several of a closed list of texts or numbers. */
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
    maxItems: options.length,
    options,
    ...rules,
  }) as { kind: 'list'; of: 'text' | 'number'; maxItems: number; options: P } & O
/** Several free texts. */
export const texts = <const O extends Partial<Omit<Rest<ListField>, 'options' | 'of'>>>(rules?: O) =>
  ({ kind: 'list', of: 'text', maxItems: 100, ...rules }) as {
    kind: 'list'
    of: 'text'
    maxItems: number
  } & O
export const people = <const O extends Partial<Rest<PeopleField>>>(rules?: O) =>
  ({ kind: 'people', maxItems: 200, ...rules }) as { kind: 'people'; maxItems: number } & O
export const weekHours = <const O extends FieldRules>(rules?: O) =>
  ({ kind: 'weekHours', ...rules }) as { kind: 'weekHours' } & O
export const one = <const T extends string, const O extends FieldRules>(to: T, rules?: O) =>
  ({ kind: 'one', to, ...rules }) as { kind: 'one'; to: T } & O
export const many = <const T extends string, const O extends FieldRules>(to: T, rules?: O) =>
  ({ kind: 'many', to, ...rules }) as { kind: 'many'; to: T } & O

/** The id of a record, assigned by the server. */
export const id = <const O extends FieldRules>(rules?: O) =>
  integer({ readOnly: true, required: true, apiDescription: 'Given by the server.', ...rules } as {
    readOnly: true
    required: true
  } & O)

/** Set by the server on every record that users change (API-6). */
export const stamps = {
  version: integer({
    readOnly: true,
    required: true,
    apiDescription: 'Counts the changes; a write that carries an older one is refused with 409.',
  }),
  created_by: one('users', { readOnly: true }),
  created_at: timestamp({ readOnly: true, required: true }),
  modified_by: one('users', { readOnly: true }),
  modified_at: timestamp({ readOnly: true, required: true }),
} as const

/** Set by the server on every record that can be moved to the trash. */
export const trashed = {
  deleted_at: timestamp({
    readOnly: true,
    apiDescription:
      'When the record was put into the trash; null for one that is not there. Others may still name it.',
  }),
  deleted_by: one('users', {
    readOnly: true,
    apiDescription: 'The user who put the record into the trash; null for one that is not there.',
  }),
} as const

/** A resource: its path, the fields of its records, and the orderings of its lists. */
export interface Resource<F extends Fields = Fields> {
  readonly name: string
  /** Path of the list, with its trailing slash; a record's path is below it. */
  readonly path: string
  /** Display name of one record's type. */
  readonly title: string
  readonly idField: keyof F & string
  /** The field with the display name of a record, where there is one. */
  readonly nameField?: keyof F & string
  readonly fields: F
  /** Accepted values of `ordering`, with or without '-' before them. */
  readonly orderings: readonly string[]
  readonly defaultOrdering: string
  /** Fields by which a list can be filtered, each a parameter of the same name. */
  readonly filters?: readonly string[]
  /** Fields that a list can be filtered by in all ways that their kind allows (filters.ts). */
  readonly filterable?: readonly string[]
  /**
   * Fields by which many records can be changed at once (BULK-1), to one value, relations to many by adding and removing. None
   * whose meaning depends on the rest of a record, such as a number in the record's own unit.
   */
  readonly bulk?: readonly string[]
  /**
   * By such a field and its option the fields that go along with that, such as why a deal was lost: who sets it on many records says
   * them with it.
   */
  readonly bulkAlong?: Readonly<Record<string, Readonly<Record<string, AlongFields>>>>
  /** Names that `expand` accepts besides the relations, for longer paths. */
  readonly shortcuts?: Readonly<Record<string, string>>
  /** Deleted records move to the trash instead of being removed. */
  readonly trash?: true
  /** Of a record that a reader does not see, those that name it show the id and the name field, and nothing else (TEAM-6). */
  readonly namedWhenHidden?: true
  /** How duplicates of a record in a form are found (K15). */
  readonly duplicates?: Duplicates
}

/** Fields that go along with an option of a choice, and mean nothing without it. */
export interface AlongFields<K extends string = string> {
  readonly needed: readonly K[]
  readonly optional: readonly K[]
}

/** The criteria of duplicates. */
interface Duplicates {
  /** The parameters of `{path}duplicates/`. */
  readonly parameters: Fields
  /** Each criterion, with the fields of `given` that it depends on. */
  readonly criteria: Readonly<Record<string, readonly string[]>>
}

/** Declares a resource and keeps the literal types of all its parts. */
export const resource = <
  const F extends Fields,
  const R extends Resource<F> & {
    readonly orderings: readonly (keyof F & string)[]
    readonly filters?: readonly (keyof F & string)[]
    readonly filterable?: readonly (keyof F & string)[]
    readonly bulk?: readonly (keyof F & string)[]
    readonly bulkAlong?: {
      readonly [K in keyof F & string]?: Readonly<Record<string, AlongFields<keyof F & string>>>
    }
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

/** A field that always has a value in an answer. */
type IsFilled<F> = F extends { required: true } | { filled: true } | { kind: 'many' | 'list' | 'people' }
  ? true
  : F extends { default: unknown }
    ? true
    : false

type StoredValue<F> = IsFilled<F> extends true ? ValueOf<F> : ValueOf<F> | null

/** A record as the browser stores it and as the server answers it without expand: relations are ids. */
export type RowOf<R extends { readonly fields: Fields }> = Simplify<{
  -readonly [K in keyof R['fields'] as R['fields'][K] extends { writeOnly: true } ? never : K]: StoredValue<
    R['fields'][K]
  >
}>

/**
 * Fields without a column: to-many references are in link tables, signed addresses and what depends on the moment are
 * made for each answer.
 */
type Columnless = { kind: 'many' | 'signedUrl' } | { writeOnly: true } | { momentary: true }

/** The columns of the resource's own table. Lists, people and hours are stored as JSON text. */
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

/** The body of a create. Null clears an optional field. */
export type InputOf<R extends { readonly fields: Fields }> = Simplify<
  { -readonly [K in RequiredKeys<R['fields']>]: ValueOf<R['fields'][K]> } & {
    -readonly [K in Exclude<WritableKeys<R['fields']>, RequiredKeys<R['fields']>>]?: StoredValue<
      R['fields'][K]
    >
  }
>

type OptionalOnUpdateKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { optionalOnUpdate: true } ? K : never
}[keyof F]

/** The body of a full update (PUT). Null clears an optional field; one that is not sent keeps its value. */
export type ReplacementOf<R extends { readonly fields: Fields }> = Simplify<
  Omit<InputOf<R>, OptionalOnUpdateKeys<R['fields']>> &
    Partial<Pick<InputOf<R>, OptionalOnUpdateKeys<R['fields']> & keyof InputOf<R>>>
>

/** How the list of a resource's trash is ordered: what was put there last stands first. */
export const trashOrder = ({ orderings }: Pick<Resource, 'orderings'>) => ({
  orderings: [...orderings, 'deleted_at'],
  defaultOrdering: '-deleted_at',
})

/** The values of `ordering` for a resource. */
export type OrderingOf<R extends Resource> = R['orderings'][number] | `-${R['orderings'][number]}`

/** The names of a resource's relations. */
export type RelationsOf<R extends Resource> = {
  [K in keyof R['fields']]: R['fields'][K] extends { kind: 'one' | 'many' } ? K : never
}[keyof R['fields']] &
  string

export type RelationField = OneField | ManyField

/** The text shape of a text field. */
export const shapeOf = ({ shape, format, secret }: TextField): TextShape => {
  if (shape !== undefined) return shape
  if (secret) return 'exact'
  return format === undefined ? 'line' : 'identifier'
}

/** Whether a field is a column of its resource's table. */
export const isColumn = (field: Field): boolean =>
  field.kind !== 'many' && field.kind !== 'signedUrl' && !field.writeOnly && !isMomentary(field)

/** Whether a field follows from others and from the moment at which it is read. */
const isMomentary = (field: Field): boolean => 'momentary' in field

/** Whether a field has several values, and so is never null. */
export const isMultiValued = ({ kind }: Field): boolean =>
  kind === 'many' || kind === 'list' || kind === 'people'

/** Whether a field is stored as JSON text. */
export const isStoredAsJson = ({ kind }: Field): boolean =>
  kind === 'list' || kind === 'people' || kind === 'weekHours'

/** Distinguishes references to other resources from plain values. */
export const isRelation = (field: Field): field is RelationField =>
  field.kind === 'one' || field.kind === 'many'

/** A person with an email address. */
export interface Person {
  /** The id among the participants, or null where only the email is known. */
  id: number | null
  email: string
  first_name: string | null
  last_name: string | null
}
