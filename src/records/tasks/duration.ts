/** The whole minutes in '00:{minutes}:00', the stored form of a task's duration (TASK-2). */
export const minutesIn = (timeNeeded: string): number => Number(timeNeeded.split(':')[1] ?? 0)

/** Whole minutes in the stored form of a task. */
export const timeNeeded = (minutes: number): string => `00:${String(minutes).padStart(2, '0')}:00`
