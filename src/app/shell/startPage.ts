import type { LinkFilter } from '../../contract/linkFilters'
import type { ListRules } from '../../ui/list/listState'

/** URLs of the application's files. */
export interface Files {
  scripts: readonly string[]
  styles: readonly string[]
}

/** A resource's path and expands. */
interface Asked {
  path: string
  expand: readonly string[]
}

/** Data of the opened screen for the script in the page's head. */
export interface StartPage {
  /** Its files inside the layout; missing for pages outside of it. */
  frame?: Files
  /** Files of the page, or of the sign-in page, without a session. */
  signIn?: Files
  /** The application, to be prefetched on the sign-in page. */
  application?: Files
  /** The page's list. */
  list?: ListRules & Asked & { linkFilter?: LinkFilter | undefined }
  /** The page's record, whose id is in the URL. */
  record?: Asked
}
