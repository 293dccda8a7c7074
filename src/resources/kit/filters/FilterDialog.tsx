import { useField, useFormikContext } from 'formik'
import { useRef, useState } from 'react'
import { array, mixed, number, object, string, type ObjectSchema } from 'yup'
import { targetOf } from '../../../contract'
import {
  filterName,
  filterOperators,
  longestFilter,
  me,
  operatorsOf,
  relativeDatesOf,
  type FilterOperator,
} from '../../../contract/filters'
import { problems } from '../../../contract/problems'
import { CheckboxesField } from '../../../ui/form/CheckboxesField'
import { ChoicesField } from '../../../ui/form/ChoicesField'
import { DateField } from '../../../ui/form/DateField'
import { FieldFrame } from '../../../ui/form/FieldFrame'
import { FormDialog } from '../../../ui/form/FormDialog'
import { NumberField } from '../../../ui/form/NumberField'
import { TextField } from '../../../ui/form/TextField'
import { isDay } from '../../../ui/value/dates'
import type { Typed } from '../../../ui/value/numbers'
import {
  optionName,
  type ActiveFilter,
  type FieldValues,
  type FilterableField,
  type FilterPartProps,
} from './fieldFilters'
import { related } from './related'
import { relativeNames } from './relativeNames'

interface Values {
  field: string
  condition: string
  text: string
  options: string[]
  records: number[]
  least: Typed
  most: Typed
  first: string | null
  last: string | null
}

/** What can be asked of a field, by the words of the choice. */
function conditionsOf({ field }: FilterableField): readonly (readonly [condition: string, name: string])[] {
  const operators = operatorsOf(field)
  const has = (operator: FilterOperator) => operators.includes(operator)
  const isDate = has('is')
  return [
    ...(has('contains') ? [['contains', 'contains'] as const] : []),
    ...(has('equals') ? [['equals', 'is'] as const] : []),
    ...(field.kind === 'one' && field.to === 'users' ? [[me, 'is me'] as const] : []),
    ...(isDate ? relativeDatesOf(field).map((relative) => [relative, relativeNames[relative]] as const) : []),
    ...(has('any') ? [['any', 'is any of'] as const] : []),
    ...(has('all') ? [['all', 'has all of'] as const] : []),
    ...(has('from') ? [['between', 'is between'] as const] : []),
    ...(has('empty')
      ? ([
          ['empty', 'is empty'],
          ['filled', 'is not empty'],
        ] as const)
      : []),
  ]
}

const optionsOf = ({ field }: FilterableField): readonly string[] =>
  field.kind === 'choice' || field.kind === 'list' ? (field.options ?? []).map(String) : []

/** The parameters that the form asks for. */
function filtersOf({ field }: FilterableField, values: Values): FieldValues {
  const { condition, text, options, records, least, most, first, last } = values
  switch (condition) {
    case 'contains':
    case 'equals':
      return { [condition]: text.trim() }
    case 'any':
    case 'all':
      return { [condition]: [...options, ...records].join(',') }
    case me:
      return { any: me }
    case 'between': {
      const [from, to] = field.kind === 'number' || field.kind === 'integer' ? [least, most] : [first, last]
      return { ...(from !== null && { from: String(from) }), ...(to !== null && { to: String(to) }) }
    }
    case 'empty':
    case 'filled':
      return { empty: String(condition === 'empty') }
    default:
      return { is: condition }
  }
}

/** Options shown as checkboxes at most. */
const inSight = 6

const SelectField = ({
  name,
  label,
  options,
  choose,
}: {
  name: 'field' | 'condition'
  label: string
  options: readonly (readonly [value: string, name: string])[]
  /** Takes the choice in place of the field itself. */
  choose?: (value: string) => void
}) => {
  const [{ value }, , { setValue }] = useField<string>(name)
  return (
    <FieldFrame name={name} label={label}>
      {(input) => (
        <select
          {...input}
          className="native-input"
          value={value}
          onChange={({ target }) => (choose ? choose(target.value) : void setValue(target.value))}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

const labelOf = ({ meta }: FilterableField): string => meta.label

/** The input of the value that a condition needs. */
const ValueInput = ({ of, condition }: { of: FilterableField; condition: string }) => {
  const { field, meta } = of
  if (condition === 'contains' || condition === 'equals') return <TextField name="text" label="Text" />
  if (condition === 'between') {
    const unit = meta.unit?.({})
    const amount = {
      ...(meta.prefix && { prefix: meta.prefix }),
      ...(unit && { unit }),
      serial: meta.input === 'serial',
    }
    return field.kind === 'number' || field.kind === 'integer' ? (
      <>
        <NumberField name="least" label="From" {...amount} />
        <NumberField name="most" label="To" {...amount} />
      </>
    ) : (
      <>
        <DateField name="first" label="From" />
        <DateField name="last" label="To" />
      </>
    )
  }
  if (condition !== 'any' && condition !== 'all') return null
  if (field.kind === 'one' || field.kind === 'many') {
    const Picker = related[targetOf(field)]?.Picker
    return Picker && <Picker name="records" label={labelOf(of)} />
  }
  const options = optionsOf(of).map((value) => ({ value, label: optionName(of, value) }))
  return options.length > inSight ? (
    <ChoicesField name="options" label={labelOf(of)} options={options} />
  ) : (
    <CheckboxesField name="options" label={labelOf(of)} options={options} />
  )
}

const blank = {
  ...{ text: '', options: [], records: [] },
  ...{ least: null, most: null, first: null, last: null },
}

/** The form as it begins for a field. */
const valuesFor = (field: FilterableField | undefined): Values => ({
  ...blank,
  field: field?.name ?? '',
  condition: field ? (conditionsOf(field)[0]?.[0] ?? '') : '',
})

/** The form as it begins for a filter in use; of several conditions of a field, which only an address can have, for one. */
function valuesOf(active: ActiveFilter): Values {
  const { any, all, contains, equals, from, to, is, empty } = active.filters
  const values = { ...blank, field: active.name }
  const { kind } = active.field
  if (any === me) return { ...values, condition: me }
  const listed = any ?? all
  if (listed !== undefined) {
    const chosen = listed.split(',')
    const condition = any === undefined ? 'all' : 'any'
    return kind === 'one' || kind === 'many'
      ? { ...values, condition, records: chosen.map(Number) }
      : { ...values, condition, options: chosen }
  }
  if (contains !== undefined) return { ...values, condition: 'contains', text: contains }
  if (equals !== undefined) return { ...values, condition: 'equals', text: equals }
  if (from !== undefined || to !== undefined) {
    const number = (bound: string | undefined) => (bound === undefined ? null : Number(bound))
    return kind === 'number' || kind === 'integer'
      ? { ...values, condition: 'between', least: number(from), most: number(to) }
      : { ...values, condition: 'between', first: from ?? null, last: to ?? null }
  }
  return { ...values, condition: is ?? (empty === 'true' ? 'empty' : 'filled') }
}

const Inputs = ({ fields, isEdited }: Pick<FilterPartProps, 'fields'> & { isEdited: boolean }) => {
  const { values, setValues } = useFormikContext<Values>()
  const of = fields.find(({ name }) => name === values.field)
  const choose = (name: string) => void setValues(valuesFor(fields.find((field) => field.name === name)))
  return (
    <>
      {!isEdited && (
        <SelectField
          name="field"
          label="Field"
          options={fields.map((field) => [field.name, labelOf(field)] as const)}
          choose={choose}
        />
      )}
      {of && (
        <>
          <SelectField name="condition" label="Condition" options={conditionsOf(of)} />
          <ValueInput of={of} condition={values.condition} />
        </>
      )}
    </>
  )
}

/** What a condition of a field needs, by the value that has to be there. */
function neededBy(fields: readonly FilterableField[], { field: name, condition }: Values): (keyof Values)[] {
  const kind = fields.find((field) => field.name === name)?.field.kind
  if (condition === 'contains' || condition === 'equals') return ['text']
  if (condition === 'any' || condition === 'all')
    return [kind === 'one' || kind === 'many' ? 'records' : 'options']
  if (condition !== 'between') return []
  return kind === 'number' || kind === 'integer' ? ['least', 'most'] : ['first', 'last']
}

const isBlank = (value: Values[keyof Values] | undefined): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const atLeastFrom = 'Must not be below From.'

/** Whether two bounds of a kind, as far as both are given, are in order. */
const isInOrder = (from: Typed, to: Typed): boolean => {
  if (typeof from === 'number' && typeof to === 'number') return from <= to
  return typeof from !== 'string' || typeof to !== 'string' || from <= to
}

/** One of two bounds is enough; the problem stands at the first input. */
function schemaFor(fields: readonly FilterableField[]): ObjectSchema<Values> {
  const isGiven =
    (key: keyof Values) =>
    (_value: unknown, { parent }: { parent: Values }) => {
      const needed = neededBy(fields, parent)
      return needed[0] !== key || needed.some((each) => !isBlank(parent[each]))
    }
  const given = (key: keyof Values) => ['given', problems.required, isGiven(key)] as const
  const bound = (key: 'least' | 'most') =>
    mixed<string | number>()
      .nullable()
      .defined()
      .test('number', problems.number, (value) => typeof value !== 'string')
      .test(...given(key))
      .test(
        'order',
        atLeastFrom,
        (value, { parent }: { parent: Values }) => key === 'least' || isInOrder(parent.least, value),
      )
  const day = (key: 'first' | 'last') =>
    string()
      .nullable()
      .defined()
      .test('day', 'Enter a date.', (value) => value === null || isDay(value))
      .test(...given(key))
      .test(
        'order',
        atLeastFrom,
        (value, { parent }: { parent: Values }) => key === 'first' || isInOrder(parent.first, value),
      )
  const fewEnough = [
    'length',
    'Choose fewer.',
    (values: readonly (string | number)[]) => values.join(',').length <= longestFilter,
  ] as const
  return object({
    field: string().defined(),
    condition: string().defined(),
    text: string()
      // Formik passes undefined for ''.
      .default('')
      .max(longestFilter, problems.tooLong(longestFilter))
      .test(...given('text')),
    options: array()
      .of(string().defined())
      .defined()
      .test(...given('options'))
      .test(...fewEnough),
    records: array()
      .of(number().defined())
      .defined()
      .test(...given('records'))
      .test(...fewEnough),
    least: bound('least'),
    most: bound('most'),
    first: day('first'),
    last: day('last'),
  })
}

interface FilterDialogProps extends FilterPartProps {
  /** The filter that is changed; otherwise one is added. */
  edited?: ActiveFilter
  close: () => void
}

/** Adds a filter to a list, or changes one; one of the same field is replaced (VIEW-1). */
export const FilterDialog = ({ list, fields, edited, close }: FilterDialogProps) => {
  const [schema] = useState(() => schemaFor(fields))
  const [initial] = useState(() => (edited ? valuesOf(edited) : valuesFor(fields[0])))
  const chosen = useRef<Readonly<Record<string, string | null>> | null>(null)
  const submit = (values: Values) => {
    const of = fields.find(({ name }) => name === values.field)
    const filters = of ? filtersOf(of, values) : {}
    // Another input of the list may have a filter by the same field, which a chip leaves alone.
    const replaced = filterOperators.filter(
      (operator) => !edited || operator in edited.filters || operator in filters,
    )
    chosen.current = Object.fromEntries(
      replaced.map((operator) => [filterName(values.field, operator), filters[operator] ?? null]),
    )
    return Promise.resolve()
  }
  return (
    <FormDialog<Values>
      title={edited ? `Filter by ${labelOf(edited)}` : 'Add Filter'}
      saveLabel="Apply"
      initialValues={initial}
      schema={schema}
      submit={submit}
      close={() => {
        close()
        // Not before: the form holds unsaved input until then.
        if (chosen.current) list.act({ type: 'filtersChosen', filters: chosen.current })
      }}
      draft={null}
    >
      <Inputs fields={fields} isEdited={edited !== undefined} />
    </FormDialog>
  )
}
