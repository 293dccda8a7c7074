import { Fragment, type ReactNode } from 'react'
import { fieldOf, type ResourceName, type Row } from '../../contract'
import { isRelation } from '../../contract/fields'
import type { FieldChange } from '../../contract/history'
import { unitFieldsOf } from '../../contract/quantities'
import type { FieldMeta, FieldName, Known, RecordFieldMeta } from './fieldMeta'
import { LongText } from './LongText'
import { useFieldMeta } from './useFieldMeta'
import { valueOf, wordsIn } from './valueOf'

/** Texts from this length on show their difference by words. */
const longText = 60

const textOf = (kind: string, value: unknown) =>
  typeof value !== 'string' ? '' : kind === 'html' ? wordsIn(value) : value

interface ChangesProps<N extends ResourceName> {
  of: RecordFieldMeta<N>
  /** What else is known of the record after the changes, such as the units of its numbers. */
  row: Partial<Row<N>>
}

/** What is known of a record before and after changes: a change of a unit tells that of each side's numbers (K2). */
export const sidesOf = <R extends object>(
  resource: ResourceName,
  row: R,
  changes: readonly FieldChange[],
): { before: R; after: R } => {
  const units = unitFieldsOf(resource)
  const changed = changes.filter(({ field }) => units.includes(field))
  const side = (of: 'before' | 'after') => ({
    ...row,
    ...Object.fromEntries(changed.map((change) => [change.field, change[of]])),
  })
  return { before: side('before'), after: side('after') }
}

interface ChangeProps<N extends ResourceName> {
  of: RecordFieldMeta<N>
  /** The record before and after. */
  sides: { before: Partial<Row<N>>; after: Partial<Row<N>> }
  change: FieldChange
}

/** A field's value before and after a change. */
const Change = <N extends ResourceName>({ of, sides, change }: ChangeProps<N>) => {
  const { before, after, names } = change
  const field = fieldOf(of.resource, change.field)
  const isText = field.kind === 'text' || field.kind === 'html'
  const [old, fresh] = [textOf(field.kind, before), textOf(field.kind, after)]
  if (isText && Math.max(old.length, fresh.length) >= longText)
    return <LongText before={before === null ? null : old} after={fresh} />
  const shown = (side: 'before' | 'after'): ReactNode => {
    const value = change[side]
    if (value === null) return <span className="quiet">–</span>
    if (isRelation(field))
      return ([value].flat() as number[]).map((id, index) => (
        <span key={id} translate="no">
          {index > 0 && ', '}
          {names?.[id]}
        </span>
      ))
    return valueOf(of, change.field as FieldName<N>, { ...sides[side], [change.field]: value } as Known<N>)
  }
  return (
    <div className="history-text">
      <span className="visually-hidden">from </span>
      {shown('before')}
      <span aria-hidden> → </span>
      <span className="visually-hidden"> to </span>
      {shown('after')}
    </div>
  )
}

/** The label of a field that the product shows; undefined for one that it never does. */
export const labelOf = <N extends ResourceName>({ fieldMeta }: RecordFieldMeta<N>, name: string) =>
  (fieldMeta as Readonly<Record<string, FieldMeta<N> | null>>)[name]?.label

/** The changes of fields that the product shows, with their labels. */
export const shownChanges = <N extends ResourceName>(
  of: RecordFieldMeta<N>,
  changes: readonly FieldChange[],
): { label: string; change: FieldChange }[] =>
  changes.flatMap((change) => {
    const label = labelOf(of, change.field)
    return label === undefined ? [] : [{ label, change }]
  })

/** Which fields a change has changed, from what to what. */
export const HistoryChanges = <N extends ResourceName>({
  of,
  row,
  changes,
}: ChangesProps<N> & { changes: readonly FieldChange[] }) => {
  const shown = shownChanges(of, changes)
  if (shown.length === 0) return null
  const sides = sidesOf(of.resource, row, changes)
  return (
    <dl>
      {shown.map(({ label, change }) => (
        <div key={change.field}>
          <dt>{label}</dt>
          <dd>
            <Change of={of} sides={sides} change={change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The same of a record of any resource, whose field metadata are loaded for it. */
export const OtherChanges = ({
  resource,
  row = {},
  changes,
}: {
  resource: ResourceName
  /** What else is known of the record after the changes. */
  row?: Partial<Row<ResourceName>>
  changes: readonly FieldChange[]
}) => {
  const of = useFieldMeta(resource)
  return of && <HistoryChanges of={of} row={row} changes={changes} />
}

interface OtherFactsProps {
  resource: ResourceName
  facts: Readonly<Record<string, unknown>>
}

/** What tells a record of any resource apart: '(12 months, fixed, $0.40 per th)'. */
export const OtherFacts = ({ resource, facts }: OtherFactsProps) => {
  const of = useFieldMeta(resource)
  const units = unitFieldsOf(resource)
  const shown = Object.keys(facts).flatMap((name) => {
    const value = of && !units.includes(name) && valueOf(of, name as FieldName<ResourceName>, facts as never)
    return value ? [{ name, value }] : []
  })
  return (
    shown.length > 0 && (
      <>
        (
        {shown.map(({ name, value }, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            {value}
          </Fragment>
        ))}
        )
      </>
    )
  )
}
