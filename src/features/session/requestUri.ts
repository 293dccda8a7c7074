import { signInPath } from '../../contract/session'

/** The address of the sign-in page without its query: where a directory sends the browser back to (AUTH-6). */
export const requestUri = (): string => location.origin + signInPath
