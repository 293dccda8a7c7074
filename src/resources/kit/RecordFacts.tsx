import { Fragment, type ReactNode } from 'react'
import { fieldOf, targetOf, type ResourceName, type Row } from '../../contract'
import { RecordLink } from '../../ui/page/RecordLink'
import { DescriptionList } from '../../ui/value/DescriptionList'
import { fieldMetaOf, type FieldName, type RecordFieldMeta } from './fieldMeta'
import { RecordName } from './RecordName'
import { viewOf } from './resourceView'
import { valueOf } from './valueOf'

interface RecordFactsProps<N extends ResourceName, K extends FieldName<N>> {
  title: string
  of: RecordFieldMeta<N, K>
  names: readonly NoInfer<K>[]
  /** Undefined while loading: a skeleton is shown. */
  row: Row<N> | undefined
  /** Collapses empty fields. */
  folds?: boolean
  quiet?: boolean
  /** Path of the edit form, offered where all fields are empty. */
  form?: string | undefined
}

/** Number of fields named as an example. */
const named = 3

/** A field of a record, with links to the pages of others; one-line texts are names or identifiers, which must not be translated. */
export const factOf = <N extends ResourceName, K extends FieldName<N>>(
  of: RecordFieldMeta<N, K>,
  name: NoInfer<K>,
  row: Row<N>,
): ReactNode => {
  const shown = valueOf(of, name, row)
  const field = fieldOf(of.resource, name)
  if ((field.kind === 'one' || field.kind === 'many') && shown !== null && !fieldMetaOf(of, name).show) {
    const resource = targetOf(field)
    const path = viewOf(resource)?.path
    const ids = [(row as Readonly<Record<string, unknown>>)[name]].flat() as number[]
    if (!path) return shown
    return ids.map((id, index) => (
      <Fragment key={id}>
        {index > 0 && ', '}
        <RecordLink to={path(id)}>
          <RecordName resource={resource} id={id} />
        </RecordLink>
      </Fragment>
    ))
  }
  if (field.kind !== 'text' || shown === null) return shown
  if (field.shape === 'lines') return <span className="text-lines">{shown}</span>
  // Formatted values handle translation themselves.
  return field.shape || field.format ? shown : <span translate="no">{shown}</span>
}

/** Some fields of a record, by their metadata. */
export const RecordFacts = <N extends ResourceName, K extends FieldName<N>>({
  title,
  of,
  names,
  row,
  folds = false,
  quiet = false,
  form,
}: RecordFactsProps<N, K>) => (
  <DescriptionList
    title={title}
    quiet={quiet}
    whenEmpty={
      form !== undefined && (
        <>
          Nothing is known yet:{' '}
          <RecordLink to={form} translate="yes">
            {`add ${names
              .slice(0, named)
              .map((name) => fieldMetaOf(of, name).label)
              .join(', ')}`}
            {names.length > named && ' and more'}
          </RecordLink>
          .
        </>
      )
    }
    facts={names.map((name) => ({
      label: fieldMetaOf(of, name).label,
      value: row ? factOf(of, name, row) : <span className="bar" />,
      always: !folds,
    }))}
  />
)
