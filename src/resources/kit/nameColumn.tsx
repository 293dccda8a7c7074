import { contract, idOf, type ResourceName, type Row } from '../../contract'
import type { Fields } from '../../contract/fields'
import { RecordLink } from '../../ui/page/RecordLink'
import type { Column } from '../../ui/table/columns'
import { columnOf } from './columnOf'
import type { FieldName, RecordFieldMeta } from './fieldMeta'
import { TeamLock } from '../teams/TeamLock'
import { viewOf } from './resourceView'

/** The team that a record is limited to; null for one that all users see. */
const teamOf = (resource: ResourceName, row: object): number | null => {
  const { team_id: field }: Fields = contract[resource].fields
  return field?.kind === 'one' && 'team_id' in row && typeof row.team_id === 'number' ? row.team_id : null
}

/** The first column of a list: the record's name, which leads to its page, with a lock where it is limited. */
export const nameColumn = <N extends ResourceName, K extends FieldName<N>>(
  of: RecordFieldMeta<N, K>,
  name: NoInfer<K>,
  options: Partial<Column<Row<N>>>,
): Column<Row<N>> =>
  columnOf(of, name, {
    isName: true,
    least: 140,
    show: (row) => {
      const text = String((row as Readonly<Record<string, unknown>>)[name])
      const path = viewOf(of.resource)?.path
      const team = teamOf(of.resource, row)
      const shown = path ? (
        <RecordLink to={path(idOf(of.resource, row))} title={text}>
          {text}
        </RecordLink>
      ) : (
        text
      )
      return team === null ? (
        shown
      ) : (
        <>
          <TeamLock id={team} brief />
          {shown}
        </>
      )
    },
    ...options,
  })
