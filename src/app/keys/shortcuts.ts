import { menuEntries } from '../../features/menu'
import type { OpenDialog } from '../../resources/frameDialogs'
import { goToRow, goToSearch, press } from './pageKeys'

/** The actions of shortcuts that the page does not handle itself. */
interface Means {
  open: OpenDialog
  goTo: (address: string) => void
}

export interface Shortcut {
  /** The keys in sequence. */
  keys: readonly string[]
  /** 'Go to Contacts' */
  does: string
  /** Repeats while held. */
  repeats?: boolean
  run: (means: Means) => unknown
}

/** All shortcuts of single keys, for their help and their handler. */
export const shortcuts: readonly Shortcut[] = [
  {
    keys: ['/'],
    does: 'Search this page, or else everything',
    run: ({ open }) => goToSearch() || open('palette'),
  },
  { keys: ['?'], does: 'Show the keyboard shortcuts', run: ({ open }) => open('keys') },
  { keys: ['c'], does: 'Create what this page lists', run: () => press('create') },
  { keys: ['e'], does: 'Edit what this page shows', run: () => press('edit') },
  { keys: ['j'], does: 'Next row of the list', repeats: true, run: () => goToRow('next') },
  { keys: ['k'], does: 'Previous row of the list', repeats: true, run: () => goToRow('previous') },
  ...menuEntries.flatMap(({ key, label, to }) =>
    key ? [{ keys: ['g', key], does: `Go to ${label}`, run: ({ goTo }: Means) => goTo(to) }] : [],
  ),
]
