/** The whole minutes in '00:{minutes}:00', as a task keeps the time that it needs (TASK-2). */
export const minutesIn = (timeNeeded: string): number => Number(timeNeeded.split(':')[1] ?? 0)

/** Whole minutes as a task keeps them. */
export const timeNeeded = (minutes: number): string => `00:${String(minutes).padStart(2, '0')}:00`
