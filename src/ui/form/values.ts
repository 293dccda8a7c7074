import { isMultiValued, type Field, type Fields, type Person, type Resource } from '../../contract/fields'
import type { Typed } from '../value/numbers'

/** The value of a field while edited: '' for no text. */
type FormValue<F> = F extends { kind: 'text' | 'html' }
  ? string
  : F extends { kind: 'number' | 'integer' | 'epoch' }
    ? Typed
    : F extends { kind: 'one' }
      ? number | null
      : F extends { kind: 'boolean' }
        ? boolean | null
        : F extends { kind: 'choice' | 'list'; options: readonly (infer O)[] }
          ? F extends { kind: 'list' }
            ? O[]
            : O | null
          : F extends { kind: 'many' }
            ? number[]
            : F extends { kind: 'list' }
              ? string[]
              : F extends { kind: 'people' }
                ? Person[]
                : string | null

/** The values of a form over some fields of a resource. */
export type FormValues<F extends Fields, K extends keyof F = keyof F> = {
  -readonly [N in K]: FormValue<F[N]>
}

const blank = (field: Field): unknown => {
  if ('default' in field) return field.default
  if (isMultiValued(field)) return []
  return field.kind === 'text' || field.kind === 'html' ? '' : null
}

/** Initial values: a record's values, or the fields' defaults. */
export const valuesOf = <F extends Fields, K extends keyof F & string>(
  { fields }: Pick<Resource<F>, 'fields'>,
  names: readonly K[],
  row: Partial<Record<K, unknown>> = {},
): FormValues<F, K> =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? blank(fields[name] as Field)])) as FormValues<
    F,
    K
  >

/** A value as a body holds it: text trimmed, null for none. */
export const trimmed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  return value.trim() || null
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** Body of a new record: text trimmed, empty values omitted (OPN-8). */
export const newBody = <V extends object>(values: V): { [K in keyof V]?: NonNullable<V[K]> } =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, trimmed(value)] as const)
      .filter(([, value]) => !isEmpty(value)),
  ) as { [K in keyof V]?: NonNullable<V[K]> }

/** The changed values, text trimmed; null for emptied ones. */
export const changedBody = <V extends object>(values: V, initial: V): { [K in keyof V]?: V[K] } => {
  const before = Object.fromEntries(Object.entries(initial).map(([name, value]) => [name, trimmed(value)]))
  return Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, trimmed(value)] as const)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  ) as { [K in keyof V]?: V[K] }
}
