/** Paths of activities (ACT-1). */
export const activityPaths = {
  list: '/activities',
  /** The week of a day as a list, of the user's own. */
  own: (day: string) => `/activities?view=list&date=${day}&events=mine`,
} as const
