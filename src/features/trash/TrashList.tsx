import { useMemo } from 'react'
import { contract, idOf, type ResourceName, type Row } from '../../contract'
import { columnOf } from '../../records/kit/columnOf'
import type { FieldName, RecordFaces } from '../../records/kit/face'
import { ListBody } from '../../ui/list/ListBody'
import { useListState } from '../../ui/list/useListState'
import type { ListEndpoint } from '../../ui/list/useResourceList'
import { RestoreButton } from './RestoreButton'

/** The stamps of every record. */
type Stamp = 'created_at' | 'modified_at'

interface TrashListProps<N extends ResourceName, K extends FieldName<N>> {
  faces: RecordFaces<N, K | (Stamp & FieldName<N>)>
  endpoint: ListEndpoint<N>
  /** The field that names a record. */
  name: NoInfer<K>
  /** 'organizations' */
  noun: string
}

/** What waits in the trash of one resource, and the way back from there. */
export const TrashList = <N extends ResourceName, K extends FieldName<N>>({
  faces,
  endpoint,
  name,
  noun,
}: TrashListProps<N, K>) => {
  const { resource } = faces
  const list = useListState(contract[resource])
  const columns = useMemo(() => {
    const nameOf = (row: Row<N>) => String((row as Readonly<Record<string, unknown>>)[name])
    return [
      columnOf(faces, name, { isName: true, width: '50%' }),
      columnOf(faces, 'created_at' as K),
      columnOf(faces, 'modified_at' as K),
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
  }, [faces, name, resource])
  return (
    <ListBody
      resource={resource}
      endpoint={endpoint}
      list={list}
      isAside
      noun={noun}
      columns={columns}
      about={`Deleted ${noun} wait here until they are restored.`}
    />
  )
}
