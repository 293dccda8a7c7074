import { useRow } from '../../api/kit/hooks'
import type { ResourceName, Row } from '../../contract'
import { Neighbours } from '../../ui/list/Neighbours'
import { useNeighbours } from '../../ui/list/useNeighbours'
import type { ListEndpoint } from '../../ui/list/useResourceList'

interface RecordNeighboursProps<N extends ResourceName> {
  resource: N
  endpoint: ListEndpoint<N>
  id: number
  nameOf: (row: Row<N>) => string
  /** The same page of another record. */
  pathOf: (id: number) => string
}

/** Links to the neighbours in the list that the record was opened from; nothing without one. */
export const RecordNeighbours = <N extends ResourceName>({
  resource,
  endpoint,
  id,
  nameOf,
  pathOf,
}: RecordNeighboursProps<N>) => {
  const found = useNeighbours(resource, endpoint, id)
  const previous = useRow(resource, found?.previous)
  const next = useRow(resource, found?.next)
  if (!found) return null
  const to = (other: number | undefined, row: Row<N> | undefined) =>
    other === undefined ? undefined : { name: row && nameOf(row), to: pathOf(other) }
  return <Neighbours previous={to(found.previous, previous)} next={to(found.next, next)} />
}
