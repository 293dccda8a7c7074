import type { TokenScope } from '../../contract/apiTokens'

/** What a token may do, in words. */
export const scopeNames: Readonly<Record<TokenScope, string>> = {
  read: 'Read',
  write: 'Write',
  export: 'Export',
  import: 'Import',
}
