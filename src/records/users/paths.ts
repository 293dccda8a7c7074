/** Where users are administered, and where everybody finds the own account. */
export const userPaths = { list: '/mpg/users', account: '/account' } as const
