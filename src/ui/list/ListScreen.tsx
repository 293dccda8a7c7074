import type { ComponentType, ReactNode } from 'react'
import { contract, type ResourceName } from '../../contract'
import { PageHeader } from '../page/PageHeader'
import { ListBody, type ListBodyProps } from './ListBody'
import type { ListRules } from './listState'
import { useListState, type ListControl } from './useListState'

/** A button that adds a filter by a field, and what shows those that are active. */
export interface FieldFilters {
  Add: ComponentType<{ list: ListControl }>
  Chips: ComponentType<{ list: ListControl }>
}

interface ListScreenProps<N extends ResourceName> extends Pick<
  ListBodyProps<N>,
  'resource' | 'endpoint' | 'columns' | 'emptyDescription' | 'selectable'
> {
  /** 'Opportunities'; the rows' name is the same in lower case. */
  title: string
  /** The rules of its state, where they are not those of the contract; a stable object. */
  rules?: ListRules
  /** Link to a new record, in the header and in the empty list. */
  create?: ReactNode
  /** Beside the title. */
  beside?: ReactNode
  /** Further actions in the header. */
  actions?: ReactNode
  /** A message above the list. */
  notice?: ReactNode
  /** Filter inputs in the toolbar. */
  filters?: (list: ListControl) => ReactNode
  /** The filters by fields (VIEW-1): what adds one, and those that are active. */
  fieldFilters?: FieldFilters | undefined
  /** The saved views of the list, where it has some. */
  views?: ((list: ListControl) => ReactNode) | undefined
}

/** The page of a list: header and list, whose state is in the URL (LIST-5). */
export const ListScreen = <N extends ResourceName>({
  title,
  rules,
  beside,
  create,
  actions,
  filters,
  fieldFilters,
  views,
  notice,
  ...body
}: ListScreenProps<N>) => {
  const list = useListState(rules ?? contract[body.resource])
  return (
    <>
      <PageHeader
        title={title}
        actions={
          actions ? (
            <>
              {create}
              {actions}
            </>
          ) : (
            create
          )
        }
        creates
      >
        {beside}
      </PageHeader>
      {notice}
      <ListBody
        {...body}
        list={list}
        noun={title.toLowerCase()}
        emptyAction={create}
        filters={
          (filters ?? fieldFilters) && (
            <>
              {filters?.(list)}
              {fieldFilters && <fieldFilters.Add list={list} />}
            </>
          )
        }
        chips={fieldFilters && <fieldFilters.Chips list={list} />}
        views={views?.(list)}
      />
    </>
  )
}
