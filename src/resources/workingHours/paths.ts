/** Path of the working hours (SCREEN-1). */
export const workingHoursPath = '/schedule-working'
