import type { ReactNode } from 'react'
import { fieldOf, targetOf, type ResourceName } from '../../contract'
import type { Field, Person } from '../../contract/fields'
import { personName } from '../../contract/personName'
import { weekdays, type WeekHours } from '../../contract/weekHours'
import { lazyPart } from '../../ui/page/lazyPart'
import { DateText } from '../../ui/value/DateText'
import { TextValue } from '../../ui/value/TextValue'
import { formatMoney, formatNumber, formatSerial } from '../../ui/value/numbers'
import { fieldMetaOf, type FieldMeta, type FieldName, type Known, type RecordFieldMeta } from './fieldMeta'
import { RecordNames } from './RecordName'

const { usePart: useRichText } = lazyPart(async () => (await import('../../ui/richText/RichText')).RichText)

/** The plain text, parsed in a document without scripts and requests. */
export const wordsIn = (html: string) =>
  new DOMParser().parseFromString(html.replaceAll(/<(?=\/(?:p|div|li|h\d)>|br)/g, ' <'), 'text/html').body
    .textContent

/** Rich text, or its plain text where the component cannot be loaded. */
const StoredText = ({ html }: { html: string }) => {
  const { Part: RichText, isMissing } = useRichText()
  if (RichText) return <RichText html={html} />
  return isMissing && wordsIn(html)
}

/** A non-empty value, as passed to the kinds below. */
interface Shown<F extends Field = Field> {
  field: F
  value: unknown
  /** Label of an option. */
  nameOf: (option: unknown) => string
  meta: FieldMeta<never>
  unit: string | undefined
}

const plain = ({ value }: Pick<Shown, 'value'>) => String(value)

const amount = ({ value, meta, unit }: Omit<Shown, 'field'>) => (
  <>
    {meta.prefix}
    {(meta.input === 'serial' ? formatSerial : meta.prefix ? formatMoney : formatNumber)(
      value as number | string,
    )}
    {unit && <span className="quiet"> {unit}</span>}
  </>
)

/** 'Monday 08:00 – 17:00, …' */
const hoursText = ({ days }: WeekHours) =>
  weekdays
    .flatMap((name, index) => {
      const day = days[index]
      return day ? [`${name} ${day.start} – ${day.end}`] : []
    })
    .join(', ')

/** Rendering of each kind of field. */
const byKind: { readonly [K in Field['kind']]: (shown: Shown<Extract<Field, { kind: K }>>) => ReactNode } = {
  text: ({ field, value }) => <TextValue text={value as string} format={field.format} />,
  signedUrl: plain,
  html: ({ value }) => <StoredText html={value as string} />,
  number: amount,
  integer: (shown) => (shown.meta.nameOf ? shown.nameOf(shown.value) : amount(shown)),
  boolean: ({ value, nameOf, meta }) => (meta.nameOf ? nameOf(value) : value ? 'Yes' : 'No'),
  date: ({ value, meta }) => <DateText value={value as string} format={meta.format ?? 'day'} />,
  dayOrMoment: ({ value, meta }) => <DateText value={value as string} format={meta.format ?? 'moment'} />,
  timestamp: ({ value, meta }) => <DateText value={value as string} format={meta.format ?? 'moment'} />,
  epoch: ({ value, meta }) => (
    <DateText value={new Date((value as number) * 1_000).toISOString()} format={meta.format ?? 'moment'} />
  ),
  choice: ({ value, nameOf }) => nameOf(value),
  list: ({ value, nameOf }) => (value as unknown[]).map(nameOf).join(', '),
  people: ({ value }) => (value as Person[]).map(personName).join(', '),
  weekHours: ({ value }) => hoursText(value as WeekHours),
  one: ({ field, value }) => <RecordNames resource={targetOf(field)} ids={[value as number]} />,
  many: ({ field, value }) => <RecordNames resource={targetOf(field)} ids={value as number[]} />,
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The rendered value of a record's field; null where empty. */
export const valueOf = <N extends ResourceName, K extends FieldName<N>>(
  of: RecordFieldMeta<N, K>,
  name: NoInfer<K>,
  record: Known<N>,
): ReactNode => {
  const value = (record as Readonly<Record<string, unknown>>)[name]
  if (isBlank(value)) return null
  const meta = fieldMetaOf(of, name)
  if (meta.show) return meta.show(record)
  const field = fieldOf(of.resource, name)
  const nameOf = (option: unknown) => (meta.nameOf ? meta.nameOf(option as never) : String(option))
  const show = byKind[field.kind] as (shown: Shown) => ReactNode
  return show({ field, value, nameOf, meta, unit: meta.unit?.(record) })
}
