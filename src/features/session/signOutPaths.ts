/** Where somebody signs out (AUTH-11). */
export const signOutPaths = ['/logout', '/account/logout'] as const
