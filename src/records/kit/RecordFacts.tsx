import type { ReactNode } from 'react'
import { fieldOf, type ResourceName, type Row } from '../../contract'
import { isDay } from '../../ui/value/dates'
import { DescriptionList } from '../../ui/value/DescriptionList'
import { faceOf, type FieldName, type RecordFaces } from './face'
import { valueOf } from './valueOf'

interface RecordFactsProps<N extends ResourceName, K extends FieldName<N>> {
  title: string
  of: RecordFaces<N, K>
  names: readonly NoInfer<K>[]
  /** Undefined while nothing is known: bars stand in. */
  row: Row<N> | undefined
  /** Fields that are empty are folded, because nobody has asked for them by name. */
  folds?: boolean
  quiet?: boolean
}

/** A day where a moment could stand, in the literal format that shows a clock it does not have. */
export const AnyTime = () => <span className="quiet"> any time that day</span>

/** A field of a record as its page tells it: with what the bare format leaves open. */
export const factOf = <N extends ResourceName, K extends FieldName<N>>(
  of: RecordFaces<N, K>,
  name: NoInfer<K>,
  row: Row<N>,
): ReactNode => {
  const shown = valueOf(of, name, row)
  const value = (row as Readonly<Record<string, unknown>>)[name]
  const isAnyTime =
    fieldOf(of.resource, name).kind === 'dayOrMoment' && typeof value === 'string' && isDay(value)
  return isAnyTime ? (
    <>
      {shown}
      <AnyTime />
    </>
  ) : (
    shown
  )
}

/** Some fields of a record, read from their faces. */
export const RecordFacts = <N extends ResourceName, K extends FieldName<N>>({
  title,
  of,
  names,
  row,
  folds = false,
  quiet = false,
}: RecordFactsProps<N, K>) => (
  <DescriptionList
    title={title}
    quiet={quiet}
    facts={names.map((name) => ({
      label: faceOf(of, name).label,
      value: row ? factOf(of, name, row) : <span className="bar" />,
      always: !folds,
    }))}
  />
)
