import { useMemo, useState, type ReactNode } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { contract, idOf, type ResourceName, type Row } from '../../contract'
import { trashOrder } from '../../contract/fields'
import { purgeRefusal } from '../../contract/policy'
import { trashSelectionOf } from '../../resources/kit/bulk/bulkSelection'
import { columnOf } from '../../resources/kit/columnOf'
import type { FieldName, RecordFieldMeta } from '../../resources/kit/fieldMeta'
import { selectIdentity } from '../../store/currentUser'
import { Button } from '../../ui/antd/Button'
import { ListBody } from '../../ui/list/ListBody'
import { useListState } from '../../ui/list/useListState'
import type { ListEndpoint } from '../../ui/list/useResourceList'
import type { Column } from '../../ui/table/columns'
import { PurgeDialog } from './PurgeDialog'
import { RestoreButton } from './RestoreButton'

/** Every resource with a trash has these fields (TRUST-48). */
const [deletedAt, deletedBy] = ['deleted_at', 'deleted_by'] as const

export interface TrashListProps<N extends ResourceName> {
  fieldMeta: RecordFieldMeta<N>
  endpoint: ListEndpoint<N>
  /** The first column. */
  name: FieldName<N>
  /** Further columns. A constant. */
  facts: readonly FieldName<N>[]
  /** A record's name within a sentence. A stable function. */
  nameOf: (row: Row<N>) => string
  /** Custom rendering of the first column. A stable function. */
  show?: (row: Row<N>) => ReactNode
  /** 'organizations' */
  noun: string
}

/** The trashed records of one resource, with restoring, and purging for the provider's team. */
export const TrashList = <N extends ResourceName>({
  fieldMeta,
  endpoint,
  name,
  facts,
  nameOf,
  show,
  noun,
}: TrashListProps<N>) => {
  const { resource } = fieldMeta
  const rules = useMemo(() => ({ ...contract[resource], ...trashOrder(contract[resource]) }), [resource])
  const list = useListState(rules)
  const who = useAppSelector(selectIdentity)
  const mayPurge = who !== null && purgeRefusal(who) === null
  const selectable = useMemo(() => trashSelectionOf(resource, nameOf), [resource, nameOf])
  const [doomed, setDoomed] = useState<Row<N> | null>(null)
  const columns = useMemo(
    (): Column<Row<N>>[] => [
      columnOf(fieldMeta, name, { isName: true, width: '30%', ...(show && { show }) }),
      // The width of a date.
      columnOf(fieldMeta, deletedAt as FieldName<N>, {
        sortable: rules.orderings.includes(deletedAt),
        width: '148px',
      }),
      columnOf(fieldMeta, deletedBy as FieldName<N>, { sortable: rules.orderings.includes(deletedBy) }),
      ...facts.map((fact) =>
        columnOf(fieldMeta, fact, { sortable: rules.orderings.includes(fact), matters: 'wide' }),
      ),
      {
        key: 'actions',
        title: 'Actions',
        width: mayPurge ? '210px' : '110px',
        isActions: true,
        show: (row: Row<N>) => (
          <span className="trash-actions">
            <RestoreButton resource={resource} row={row} name={nameOf(row)} />
            {mayPurge && (
              <Button
                size="small"
                danger
                aria-label={`Delete ${nameOf(row)} for good`}
                onClick={() => setDoomed(row)}
              >
                For good
              </Button>
            )}
          </span>
        ),
      },
    ],
    [fieldMeta, name, show, facts, rules, resource, mayPurge, nameOf],
  )
  return (
    <>
      <ListBody
        resource={resource}
        endpoint={endpoint}
        list={list}
        isAside
        isTrash
        noun={noun}
        columns={columns}
        selectable={selectable}
        emptyTitle={`There are no ${noun} in the trash.`}
        emptyDescription={`Deleted ${noun} wait here until they are restored.`}
      />
      {doomed && (
        <PurgeDialog
          of={{ resource, id: idOf(resource, doomed) }}
          name={nameOf(doomed)}
          close={() => setDoomed(null)}
        />
      )}
    </>
  )
}
