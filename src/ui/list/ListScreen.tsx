import type { ComponentType, ReactNode } from 'react'
import { useDefaultView } from '../../api/viewsApi'
import { contract, type ResourceName } from '../../contract'
import { useIsNarrow } from '../hooks/useMediaQuery'
import { Notice } from '../feedback/Notice'
import { PageHeader } from '../page/PageHeader'
import { ListBody, type ListBodyProps } from './ListBody'
import { ListToolbar } from './ListToolbar'
import type { ListRules } from './listState'
import { useListState, type ListControl } from './useListState'

/** The saved views of a list: their menu, and what opens it with one of them. */
export interface ListViews {
  Menu: ComponentType<{ list: ListControl }>
  Opening: ComponentType<{ list: ListControl }>
}

/** The shapes of a list besides its table. */
export interface ListShapes {
  /** Chooses among them. */
  Switch: ComponentType<{ list: ListControl }>
  /** What is shown instead of the table, by the name in the address. */
  bodies: Readonly<Record<string, ComponentType<{ list: ListControl }>>>
}

/** A button that adds a filter by a field, and what shows those that are active. */
export interface FieldFilters {
  Add: ComponentType<{ list: ListControl; hasShapes?: boolean }>
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
  views?: ListViews | undefined
  /** Its other shapes; its rules name them. */
  shapes?: ListShapes
}

/** Names what the address has that the list does not know: filters, an order or a shape (VIEW-1). */
const UnknownParameters = ({ list: { unknownParameters } }: { list: ListControl }) =>
  unknownParameters.length > 0 && (
    <div role="status">
      <Notice className="list-unknown-parameters">
        <p>This address has filters that the list does not know: {unknownParameters.join(', ')}.</p>
      </Notice>
    </div>
  )

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
  shapes,
  ...body
}: ListScreenProps<N>) => {
  const hasDefaultView = useDefaultView(views && body.resource) !== undefined
  const list = useListState(rules ?? contract[body.resource], hasDefaultView)
  const noun = title.toLowerCase()
  const Shape = shapes?.bodies[list.state.shape ?? '']
  const parts = {
    list,
    filters: (filters ?? fieldFilters) && (
      <>
        {filters?.(list)}
        {fieldFilters && <fieldFilters.Add list={list} hasShapes={shapes !== undefined} />}
      </>
    ),
    views: views && <views.Menu list={list} />,
  }
  const chips = fieldFilters && <fieldFilters.Chips list={list} />
  const isNarrow = useIsNarrow()
  const shapeSwitch = shapes && <shapes.Switch list={list} />
  const inToolbar = !isNarrow && shapeSwitch
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
        {isNarrow && shapeSwitch}
      </PageHeader>
      {views && <views.Opening list={list} />}
      {notice}
      <UnknownParameters list={list} />
      {Shape ? (
        <>
          <ListToolbar {...parts} searchLabel={`Search ${noun}`}>
            {inToolbar}
          </ListToolbar>
          {chips}
          <Shape list={list} />
        </>
      ) : (
        <ListBody
          {...body}
          {...parts}
          noun={noun}
          emptyAction={create}
          chips={chips}
          shapeSwitch={inToolbar}
        />
      )}
    </>
  )
}
