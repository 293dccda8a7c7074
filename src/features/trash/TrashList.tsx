import { useMemo } from 'react'
import { contract, idOf, type ResourceName, type Row } from '../../contract'
import { columnOf } from '../../records/kit/columnOf'
import type { FieldName, RecordFaces } from '../../records/kit/face'
import { ListBody } from '../../ui/list/ListBody'
import { useListState } from '../../ui/list/useListState'
import type { ListEndpoint } from '../../ui/list/useResourceList'
import { RestoreButton } from './RestoreButton'

const stamps: readonly string[] = ['created_at', 'modified_at']

interface TrashListProps<N extends ResourceName, K extends FieldName<N>> {
  faces: RecordFaces<N, K>
  endpoint: ListEndpoint<N>
  /** The field that names a record. */
  name: NoInfer<K>
  /** What else is shown of it; its stamps, unless something else is said. Always the same. */
  facts?: readonly NoInfer<K>[]
  /** 'organizations' */
  noun: string
}

/** What waits in the trash of one resource, and the way back from there. */
export const TrashList = <N extends ResourceName, K extends FieldName<N>>({
  faces,
  endpoint,
  name,
  facts = stamps as readonly FieldName<N>[] as readonly K[],
  noun,
}: TrashListProps<N, K>) => {
  const { resource } = faces
  const list = useListState(contract[resource])
  const columns = useMemo(() => {
    const nameOf = (row: Row<N>) => String((row as Readonly<Record<string, unknown>>)[name])
    return [
      columnOf(faces, name, { isName: true, width: '50%' }),
      ...facts.map((fact) => columnOf(faces, fact)),
      {
        key: 'actions',
        title: 'Actions',
        width: '110px',
        isActions: true,
        show: (row: Row<N>) => (
          <RestoreButton of={{ resource, id: idOf(resource, row) }} name={nameOf(row)} />
        ),
      },
    ]
  }, [faces, name, facts, resource])
  return (
    <ListBody
      resource={resource}
      endpoint={endpoint}
      list={list}
      isAside
      noun={noun}
      columns={columns}
      none={`There are no ${noun} in the trash.`}
      about={`Deleted ${noun} wait here until they are restored.`}
    />
  )
}
