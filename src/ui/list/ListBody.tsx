import type { ReactNode } from 'react'
import { idOf, type ResourceName, type Row } from '../../contract'
import { ColumnMenu } from '../table/ColumnMenu'
import type { Column } from '../table/columns'
import { DensityButton } from '../table/DensityButton'
import { ResourceTable } from '../table/ResourceTable'
import { useColumns } from '../table/useColumns'
import { ListToolbar } from './ListToolbar'
import { Pagination } from './Pagination'
import type { ListControl } from './useListState'
import { useResourceList, type ListEndpoint, type Within } from './useResourceList'

export interface ListBodyProps<N extends ResourceName> {
  resource: N
  endpoint: ListEndpoint<N>
  list: ListControl
  /** Of whom the list is, where it belongs to a record; always the same object. */
  within?: Within
  /** Its rows lead nowhere. */
  isAside?: boolean
  /** What the rows are called, in the plural: 'bids'. */
  noun: string
  columns: readonly Column<Row<N>>[]
  /** Says that there are none at all, where 'There are no opportunities yet.' does not. */
  none?: string
  /** What belongs here, for whoever finds nothing yet. */
  about?: string | undefined
  /** What to do where there are no rows at all. */
  whenEmpty?: ReactNode
  /** Inputs that narrow the list, in its toolbar. */
  filters?: ReactNode
}

/** A list on a page of its own or as a part of one: search, filters, columns, rows and pages (LIST-1 to LIST-6). */
export const ListBody = <N extends ResourceName>({
  resource,
  endpoint,
  list,
  within,
  isAside,
  noun,
  columns,
  none,
  about,
  whenEmpty,
  filters,
}: ListBodyProps<N>) => {
  const answered = useResourceList(resource, endpoint, list, within, isAside)
  const chosen = useColumns(resource, columns)
  // What the list is of anyway does not narrow it, though the address may say it.
  const narrowing = Object.keys(list.state.filters).filter((name) => !(within && name in within))
  return (
    <>
      <ListToolbar list={list} searchLabel={`Search ${noun}`}>
        {filters}
        <DensityButton />
        <ColumnMenu columns={chosen} />
      </ListToolbar>
      <ResourceTable
        noun={noun}
        columns={chosen.shown}
        moveEdge={chosen.moveEdge}
        idOf={(row) => idOf(resource, row)}
        list={list}
        narrowing={narrowing}
        answered={answered}
        none={none}
        about={about}
        whenEmpty={whenEmpty}
      />
      <Pagination list={list} answered={answered} />
    </>
  )
}
