/** Paths of activities (ACT-1). */
export const activityPaths = {
  list: '/activities',
} as const
