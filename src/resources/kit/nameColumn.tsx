import { idOf, type ResourceName, type Row } from '../../contract'
import { RecordLink } from '../../ui/page/RecordLink'
import type { Column } from '../../ui/table/columns'
import { columnOf } from './columnOf'
import type { FieldName, RecordFieldMeta } from './fieldMeta'
import { viewOf } from './resourceView'

/** The first column of a list: the record's name, which leads to its page. */
export const nameColumn = <N extends ResourceName, K extends FieldName<N>>(
  of: RecordFieldMeta<N, K>,
  name: NoInfer<K>,
  options: Partial<Column<Row<N>>>,
): Column<Row<N>> =>
  columnOf(of, name, {
    isName: true,
    show: (row) => {
      const text = String((row as Readonly<Record<string, unknown>>)[name])
      const path = viewOf(of.resource)?.path
      return path ? (
        <RecordLink to={path(idOf(of.resource, row))} title={text}>
          {text}
        </RecordLink>
      ) : (
        text
      )
    },
    ...options,
  })
