/** The target of the layout's sign-out link. */
export const signOutPath = '/account/logout'

/** The sign-out paths (AUTH-11). */
export const signOutPaths = ['/logout', signOutPath] as const
