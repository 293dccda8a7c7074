/** Paths of the user administration and of the user's own account. */
export const userPaths = {
  list: '/mpg/users',
  serviceTokens: '/mpg/users/service-tokens',
  account: '/account',
  display: '/account#display',
  notifications: '/account#notifications',
} as const
