import { lazy, type ComponentType } from 'react'
import type { RootState } from '../api/kit/createStore'
import type { ResourceName } from '../contract'
import type { DialogBegins, DialogName } from '../resources/frameDialogs'
import { persistent } from '../ui/page/persistent'
import type { PageRoute } from '../ui/page/pageRoute'

const Nothing = () => null

/** A lazily loaded optional part: if the import fails, the page continues without it. */
const dispensable = <P extends object>(fetch: () => Promise<ComponentType<P>>): ComponentType<P> => {
  const load = persistent(fetch)
  return lazy<ComponentType<P>>(async () => ({ default: await load().catch(() => Nothing) }))
}

/** Props of the counter on a dialog's button, which stands on the menu of narrow screens and on its entry as well. */
export interface BadgeProps {
  /** What it counts, where the label beside it does not say so: 'notifications'. */
  of?: string
  /** Another one stands on the page: it only shows the number. */
  isRepeated?: boolean
}

/** A badge is a module that exports `Badge`. */
export const menuBadge = <P extends object>(
  fetch: () => Promise<{ Badge: ComponentType<P> }>,
): ComponentType<P> => dispensable(async () => (await fetch()).Badge)

/** Props of a dialog of the layout. */
export interface FrameDialogProps<N extends DialogName> {
  begins: DialogBegins[N]
  close: () => void
}

/** A dialog that can be opened on any page: by its button, or from a record that gives its initial values (SHELL-9). */
interface FrameDialogOf<N extends DialogName> {
  name: N
  /** Label of its button, and name of the dialog while loading: 'Create task'. */
  label: string
  /** Position of its button: in the top bar, below the side menu's entries, or none. */
  place: 'bar' | 'menu' | 'nowhere'
  /** Its keyboard shortcut. */
  keys?: string
  /** It ends in a write, so that users who only read are not offered it (ROLE-5). */
  writes?: true
  /** A counter on its button, loaded after the top bar. */
  Badge?: ComponentType<BadgeProps>
  /** Loads or prefetches the dialog. */
  load: () => Promise<ComponentType<FrameDialogProps<N>>>
}
export type FrameDialog = { [N in DialogName]: FrameDialogOf<N> }[DialogName]

/** Each dialog is a module that exports `FrameDialog`. */
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

/** Content beside every page is a module that exports `Aside`. */
export const aside = (fetch: () => Promise<{ Aside: ComponentType }>): ComponentType =>
  dispensable(async () => (await fetch()).Aside)

/** A notice above every page, where its condition holds. */
export interface Notice {
  isWanted: (state: RootState) => boolean
  Notice: ComponentType
}

/** A module that exports `Notice`, loaded on demand. */
export const notice = (
  isWanted: Notice['isWanted'],
  fetch: () => Promise<{ Notice: ComponentType }>,
): Notice => ({ isWanted, Notice: dispensable(async () => (await fetch()).Notice) })

/**
 * What a product area contributes to the layout. Read before anything is rendered, so it is plain data: pages and
 * dialogs are loaded on demand.
 */
export interface Feature {
  /** Its pages, which require a session. */
  routes: readonly PageRoute[]
  /** The resource whose menu entry has the counter. */
  resource?: ResourceName
  /** A counter in the menu entry, loaded after the menu. */
  Badge?: ComponentType
  /** Its dialogs, available on any page. */
  dialogs?: readonly FrameDialog[]
  /** Content beside every page, loaded on demand. */
  Aside?: ComponentType
  notice?: Notice
}
