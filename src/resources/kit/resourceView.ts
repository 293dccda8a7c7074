import type { ComponentType, ReactNode } from 'react'
import { contract, type Contract, type ResourceName, type Row } from '../../contract'
import { capitalized } from '../../contract/formats'
import { rightRefusal, type Identity } from '../../contract/policy'
import type { Right } from '../../contract/roles'
import type { UserType } from '../../contract/users'
import type { ListEndpoint, Within } from '../../ui/list/useResourceList'
import type { FieldName, RecordFieldMeta } from './fieldMeta'

/** The groups of the side menu, in its order: that of SHELL-3, with what it names no place for below. */
export const menuGroups = ['deals', 'directory', 'day', 'administration'] as const

/** An entry of the side menu. */
export interface MenuEntry {
  group: (typeof menuGroups)[number]
  label: string
  to: string
  Icon: ComponentType
  /** Another path at which the entry is active. */
  alsoAt?: string
  /** User types that see the entry; by default all. */
  for?: readonly UserType[]
  /** The right without which there is nothing to see or to do there (ROLE-5). */
  right?: Right
  /** The shortcut key, after 'g'. */
  key?: string
}

/** Whether a user is offered an entry; null: not loaded yet. */
export const isOffered = (
  { for: types, right }: Pick<MenuEntry, 'for' | 'right'>,
  who: Identity | null,
): boolean =>
  (!types || (who?.userType != null && types.includes(who.userType))) &&
  (right === undefined || (who !== null && rightRefusal(who, right) === null))

/** A command that creates a record, available everywhere. */
export interface Creation {
  to: string
  /** Its form is a dialog on the page at that path. */
  isDialog?: true
}

/** How the palette finds the records of a resource. */
export interface RecordSearch<N extends ResourceName> {
  /** The endpoint of its list. */
  endpoint: ListEndpoint<N>
  within?: Within
  /** Path of a record's own page, or of a list filtered by it; by default by its id or name. */
  to?: (row: Row<N>) => string
  /** Secondary texts. */
  details?: (row: Row<N>) => readonly (string | null | undefined)[]
  /** A record's name in the results, where it differs from that in sentences. */
  nameOf?: (row: Row<N>) => string
  /** A hook for what depends on other records. */
  useRelated?: () => Pick<RecordSearch<N>, 'details' | 'nameOf'>
}

/** How the trash lists the records of a resource. */
export interface TrashRow<N extends ResourceName, K extends FieldName<N> = FieldName<N>> {
  /** The first column, by default the name field. */
  column?: K
  /** Custom rendering of that column. */
  show?: (row: Row<N>) => ReactNode
  /** Further columns, by default the time of the creation. */
  facts?: readonly K[]
}

/** The name field of a resource, where its contract has one. */
type NamedBy<N extends ResourceName> = Contract[N] extends { nameField: string } ? unknown : never

/** What the palette and the trash need of a resource; loaded with the first of them. */
export interface ResourceParts<N extends ResourceName, K extends FieldName<N> = FieldName<N>> {
  fieldMeta: RecordFieldMeta<N, K>
  /** A record's name within a sentence, where it differs from the contract's. */
  nameOf?: (row: Row<N>) => string
  /** Null where the palette does not search it. */
  search: RecordSearch<N> | null
  trash: TrashRow<N, K> | null
}

/** Without a name field, the first column of its trash has to be named. */
type WithTrash<N extends ResourceName, K extends FieldName<N>> = Contract[N] extends { trash: true }
  ? { trash: TrashRow<N, NoInfer<K>> & ([NamedBy<N>] extends [never] ? { column: NoInfer<K> } : unknown) }
  : { trash?: null }

/**
 * Declares the parts of a resource. A resource whose contract has a trash is listed there: the compiler reports what is
 * missing for that.
 */
export const defineParts = <N extends ResourceName, K extends FieldName<N>>(
  parts: Omit<ResourceParts<N, K>, 'trash'> & WithTrash<N, K>,
) => ({ trash: null, ...parts }) as unknown as ResourceParts<N>

/** The descriptor of a resource: small, as the layout loads it; the parts are loaded when they are needed. */
export interface ResourceView<N extends ResourceName = ResourceName> {
  readonly resource: N
  /** One record and several of them, in lower case. */
  readonly noun: readonly [one: string, many: string]
  /** Path of the list. */
  readonly list?: string
  /** Path of a record's page, by its id. */
  readonly path?: (id: number) => string
  /** Renders a record's name, where it differs from the contract's. */
  readonly Name?: ComponentType<{ id: number }>
  /** A record's name as a text, where it differs from the contract's. */
  readonly nameOf?: (row: Row<N>) => string
  /** Its entry of the side menu, by default with its noun and the path of the list. */
  readonly menu?: Pick<MenuEntry, 'group' | 'Icon'> & Partial<MenuEntry>
  readonly creation?: Creation
  /** Describes what the empty list is for. */
  readonly emptyDescription?: string
  /** Missing where palette and trash do not show it. */
  readonly parts?: () => Promise<{ parts: ResourceParts<N> }>
}

const views = new Map<ResourceName, ResourceView>()

/** The descriptor of a resource that is shown by itself. */
export const viewOf = (resource: ResourceName): ResourceView | undefined => views.get(resource)

/** 'bid'; of a resource without a descriptor, its title. */
export const nounOf = (resource: ResourceName): string =>
  viewOf(resource)?.noun[0] ?? contract[resource].title.toLowerCase()

/** Declares the descriptor of a resource. */
export const defineResourceView = <N extends ResourceName, D extends Omit<ResourceView<N>, 'resource'>>(
  resource: N,
  declaration: D,
): D & { readonly resource: N } => {
  const view = { ...declaration, resource }
  views.set(resource, view as unknown as ResourceView)
  return view
}

/** 'Contact links' */
export const titleOf = ({ noun: [, many] }: Pick<ResourceView, 'noun'>): string => capitalized(many)

/** The texts of a resource's list page. */
export const listTexts = <N extends ResourceName>({
  noun,
  emptyDescription,
}: Pick<ResourceView<N>, 'noun' | 'emptyDescription'>) => ({
  title: titleOf({ noun }),
  ...(emptyDescription !== undefined && { emptyDescription }),
})
