/** Minutes before the start of a meeting at which its people can be reminded. */
export const reminderMinutes = [0, 5, 10, 15, 30, 60, 120, 1_440] as const
export const maxReminderMinutes = 40_320
