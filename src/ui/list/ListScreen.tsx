import type { ReactNode } from 'react'
import { contract, type ResourceName } from '../../contract'
import { PageHeader } from '../page/PageHeader'
import { ListBody, type ListBodyProps } from './ListBody'
import { useListState, type ListControl } from './useListState'

interface ListScreenProps<N extends ResourceName> extends Pick<
  ListBodyProps<N>,
  'resource' | 'endpoint' | 'columns' | 'about'
> {
  /** 'Opportunities'; the rows are called the same, in small letters. */
  title: string
  /** The way to a new record; offered at the head, and where there are none. */
  create?: ReactNode
  /** What has to be said before the list. */
  notice?: ReactNode
  /** Inputs that narrow the list, in its toolbar. */
  filters?: (list: ListControl) => ReactNode
}

/** The screen of a list: its head, and the list itself, whose state is the address (LIST-5). */
export const ListScreen = <N extends ResourceName>({
  title,
  create,
  filters,
  notice,
  ...body
}: ListScreenProps<N>) => {
  const list = useListState(contract[body.resource])
  return (
    <>
      <PageHeader title={title} actions={create} creates />
      {notice}
      <ListBody
        {...body}
        list={list}
        noun={title.toLowerCase()}
        whenEmpty={create}
        filters={filters?.(list)}
      />
    </>
  )
}
