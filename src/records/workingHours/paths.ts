/** Where people say when they work (SCREEN-1). */
export const workingHoursPath = '/schedule-working'
