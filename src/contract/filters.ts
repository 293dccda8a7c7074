/**
 * The filters of lists (VIEW-1): which a field has by its kind, under which names they stand in an address, and which
 * days the relative ones mean. Both sides read them here.
 *
 * A list takes `{field}` for one of several values, and `{field}_{operator}` for the others: `tags=1,2`,
 * `tags_all=1,2`, `name_contains=mill`, `name_equals=mill`, `estimated_revenue_from=1000`, `due_date_is=overdue`, `dba_empty=true`.
 */
import { addDays, weekdayOf } from './gas/calendar'

/** What a filter asks of a field; a filter of several fields or operators asks for all of it. */
export const filterOperators = ['any', 'all', 'contains', 'equals', 'from', 'to', 'is', 'empty'] as const
export type FilterOperator = (typeof filterOperators)[number]

/** What filters need to know of a field. */
export interface FilteredField {
  readonly kind: string
  readonly to?: string
  readonly options?: readonly (string | number)[]
  readonly required?: true
  readonly filled?: true
  readonly past?: true
  readonly default?: unknown
}

/** The part of a resource that says which filters its list has. */
export interface FilterRules<F extends FilteredField = FilteredField> {
  readonly fields?: Readonly<Record<string, F>>
  readonly filters?: readonly string[]
  readonly filterable?: readonly string[]
}

/** A filter as a parameter of an address. */
export interface FilterParameter<F extends FilteredField = FilteredField> {
  readonly name: string
  readonly fieldName: string
  readonly field: F
  readonly operator: FilterOperator
}

/** The value of a relation to users that stands for the user who asks. */
export const me = 'me'

/** Characters of a filter in the address of a page at most. */
export const longestFilter = 255

/** Days relative to today, for dates that lie ahead, and for those of what has happened. */
export const datesAhead = ['overdue', 'today', 'this_week', 'next_7', 'next_30', 'next_90'] as const
export const datesBehind = ['today', 'this_week', 'last_7', 'last_30', 'last_90'] as const
/** The relative dates of a record that has one, whichever it is, and of one that has none. */
export const anyDate = 'any'
export const noDate = 'none'
type DateRange = (typeof datesAhead)[number] | (typeof datesBehind)[number]
export type RelativeDate = DateRange | typeof anyDate | typeof noDate

/** Whether a record may have no value of a field. */
const mayLack = ({ required, filled, ...field }: FilteredField): boolean =>
  !required && !filled && !('default' in field)

/** The operators by which a field that is filterable can be filtered; none for a kind that cannot. */
export function operatorsOf(field: FilteredField): FilterOperator[] {
  const empty: FilterOperator[] = mayLack(field) ? ['empty'] : []
  switch (field.kind) {
    case 'text':
      // A text that is required of bodies may be empty in records of other origin.
      return ['contains', 'equals', 'empty']
    case 'choice':
    case 'boolean':
    case 'one':
      return ['any', ...empty]
    case 'list':
      return field.options ? ['any', ...empty] : []
    case 'many':
      return ['any', 'all', 'empty']
    case 'number':
    case 'integer':
      return ['from', 'to', ...empty]
    case 'date':
    case 'dayOrMoment':
    case 'timestamp':
      return ['from', 'to', 'is']
    default:
      return []
  }
}

/** The relative dates that a field can be filtered by. */
export const relativeDatesOf = (field: FilteredField): readonly RelativeDate[] => {
  const dates = field.kind === 'timestamp' || field.past ? datesBehind : datesAhead
  return mayLack(field) ? [...dates, anyDate, noDate] : dates
}

/** The name of a filter in an address. */
export const filterName = (field: string, operator: FilterOperator): string =>
  operator === 'any' ? field : `${field}_${operator}`

const known = new WeakMap<object, ReadonlyMap<string, FilterParameter>>()

/** The filters of a list by their names in an address: those of `filters` by value alone, those of `filterable` by all. */
export function filterParametersOf<F extends FilteredField>(
  rules: FilterRules<F>,
): ReadonlyMap<string, FilterParameter<F>> {
  const found = known.get(rules)
  if (found) return found as ReadonlyMap<string, FilterParameter<F>>
  const { fields = {}, filters = [], filterable = [] } = rules
  const parameters = new Map<string, FilterParameter<F>>()
  const add = (fieldName: string, operators: (field: F) => FilterOperator[]) => {
    const field = fields[fieldName]
    for (const operator of field ? operators(field) : []) {
      const name = filterName(fieldName, operator)
      if (field) parameters.set(name, { name, fieldName, field, operator })
    }
  }
  for (const name of filters) add(name, () => ['any'])
  for (const name of filterable) add(name, operatorsOf)
  known.set(rules, parameters)
  return parameters
}

/**
 * The first and the last day that a relative date means; null: without an end. Today is one of the days ahead and behind,
 * and 'overdue' is each day before it, also of what is done.
 */
export function relativeSpan(relative: DateRange, today: string): { from: string | null; to: string | null } {
  switch (relative) {
    case 'overdue':
      return { from: null, to: addDays(today, -1) }
    case 'today':
      return { from: today, to: today }
    case 'this_week': {
      // From Sunday to Saturday, as calendars show it.
      const sunday = addDays(today, -weekdayOf(today))
      return { from: sunday, to: addDays(sunday, 6) }
    }
    case 'next_7':
    case 'next_30':
    case 'next_90':
      return { from: today, to: addDays(today, Number(relative.slice('next_'.length)) - 1) }
    case 'last_7':
    case 'last_30':
    case 'last_90':
      return { from: addDays(today, 1 - Number(relative.slice('last_'.length))), to: today }
  }
}
