import type { ListRules } from '../../ui/list/listState'

/** Addresses of parts of the program. */
export interface Files {
  scripts: readonly string[]
  styles: readonly string[]
}

/** What is asked of a resource at this path, with the records around it. */
interface Asked {
  path: string
  expand: readonly string[]
}

/** What the script in the page's head is told of the screen that is being opened. */
export interface StartPage {
  /** What shows it inside the frame; absent for pages without one. */
  frame?: Files
  /** What shows it, or the sign-in page, for whoever is not signed in. */
  signIn?: Files
  /** The application behind the sign-in page, for whoever is about to need it there. */
  application?: Files
  /** The list that it shows. */
  list?: ListRules & Asked
  /** The record that it shows; its id stands in the address. */
  record?: Asked
}
