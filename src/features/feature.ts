import { lazy, type ComponentType } from 'react'
import type { RootState } from '../api/kit/createStore'
import type { ResourceName } from '../contract'
import type { UserType } from '../contract/users'
import type { DialogBegins, DialogName } from '../records/frameDialogs'
import { persistent } from '../ui/page/persistent'
import type { PageRoute } from '../ui/page/pageRoute'

/** The signs that stand before menu entries; the frame knows what they look like. */
export type MenuIcon =
  | 'activities'
  | 'addresses'
  | 'connections'
  | 'contacts'
  | 'inbox'
  | 'opportunities'
  | 'organizations'
  | 'tags'
  | 'tasks'
  | 'trash'
  | 'users'

/** An entry of the side menu. */
export interface MenuEntry {
  label: string
  to: string
  icon: MenuIcon
  /** Another address at which the entry counts as open. */
  alsoAt?: string
  /** Those who see the entry; without it, everybody. */
  for?: readonly UserType[]
  /** The key that leads there, after 'g'. */
  key?: string
  /** How much waits there, fetched once the menu is there. */
  Badge?: ComponentType
}

const Nothing = () => null

/** A part that nobody has asked for: where it cannot be fetched, the page goes on without it. */
const dispensable = (fetch: () => Promise<ComponentType>): ComponentType => {
  const load = persistent(fetch)
  return lazy(async () => ({ default: await load().catch(() => Nothing) }))
}

/** A badge is a module of its own that exports `Badge`. */
export const menuBadge = (fetch: () => Promise<{ Badge: ComponentType }>): ComponentType =>
  dispensable(async () => (await fetch()).Badge)

/** What a dialog of the frame is told when it opens. */
export interface FrameDialogProps<N extends DialogName> {
  begins: DialogBegins[N]
  close: () => void
}

/** A dialog that opens above any page: by its sign in the top bar, or from a record that it then begins with (SHELL-9). */
interface FrameDialogOf<N extends DialogName> {
  name: N
  /** What its sign is called, and the dialog until it is there: 'Create task'. */
  label: string
  /** Where its sign stands: in the top bar, below the entries of the side menu, or nowhere. */
  place: 'bar' | 'menu' | 'nowhere'
  /** The keys that open it, too. */
  keys?: string
  /** Fetches the dialog, also ahead of its being opened. */
  load: () => Promise<ComponentType<FrameDialogProps<N>>>
}
export type FrameDialog = { [N in DialogName]: FrameDialogOf<N> }[DialogName]

/** Each dialog is a module of its own that exports `FrameDialog`. */
export const frameDialog = <N extends DialogName>(
  name: N,
  label: string,
  fetch: () => Promise<{ FrameDialog: ComponentType<FrameDialogProps<N>> }>,
  place: FrameDialogOf<N>['place'] = 'bar',
): FrameDialogOf<N> => ({
  name,
  label,
  place,
  load: persistent(async () => (await fetch()).FrameDialog),
})

/** A new record, as it is begun from anywhere. */
export interface Creation {
  /** 'Create opportunity' */
  label: string
  /** Offered to whoever may create one. */
  resource: ResourceName
  to: string
  /** Its form is a dialog above the page at that address. */
  isDialog?: true
}

/** What is there beside every page is a module of its own that exports `Aside`. */
export const aside = (fetch: () => Promise<{ Aside: ComponentType }>): ComponentType =>
  dispensable(async () => (await fetch()).Aside)

/** What is said above every page, where there is something to say. */
export interface Notice {
  isWanted: (state: RootState) => boolean
  Notice: ComponentType
}

/** It is a module of its own that exports `Notice`, fetched where it is wanted. */
export const notice = (
  isWanted: Notice['isWanted'],
  fetch: () => Promise<{ Notice: ComponentType }>,
): Notice => ({ isWanted, Notice: dispensable(async () => (await fetch()).Notice) })

/**
 * What one area of the product gives to the frame around it. It is read before anything is shown, so it is plain data:
 * pages and dialogs are fetched when they are opened.
 */
export interface Feature {
  /** Its pages, for which one must be signed in. */
  routes: readonly PageRoute[]
  menu?: MenuEntry
  creation?: Creation
  /** Its dialogs that open above any page. */
  dialogs?: readonly FrameDialog[]
  /** What is there beside every page, fetched once the first of them has been painted. */
  Aside?: ComponentType
  notice?: Notice
}
