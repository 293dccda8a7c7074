import { signInPath } from '../../contract/session'

/** The URL of the sign-in page without its query: the return address of a directory (AUTH-6). */
export const requestUri = (): string => location.origin + signInPath
