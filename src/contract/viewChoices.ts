/** Which views a user has chosen for themselves: those in the side menu, and the one that a list opens with (VIEW-3, VIEW-4). */
import { boolean } from './fields'
import type { ViewedList } from './views'

/** GET: the caller's own choices. */
export const viewChoicesPath = '/api/mpg/view-choices/'
/** PUT: chooses a view, or no longer. */
export const viewChoicePath = (id: number | ':id') => `${viewChoicesPath}${id}/` as const

/** Views that a user can choose. */
export const maxViewChoices = 50

/** What a user chooses of a view; neither: it is not chosen. */
export const viewChoiceFields = {
  is_default: boolean({
    default: false,
    apiDescription: 'Whether its list opens with it; no other view of the list does then.',
  }),
  is_pinned: boolean({ default: false, apiDescription: 'Whether it stands in the side menu.' }),
} as const

/** A chosen view, as far as links to it need it. */
export interface ViewChoice {
  view: number
  list: ViewedList
  name: string
  /** As of the view. */
  query: string | null
  is_default: boolean
  is_pinned: boolean
}
