/** Where activities are found (ACT-1). */
export const activityPaths = { list: '/activities' } as const
