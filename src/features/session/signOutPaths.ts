/** Where the way out of the frame leads. */
export const signOutPath = '/account/logout'

/** Where somebody signs out (AUTH-11). */
export const signOutPaths = ['/logout', signOutPath] as const
