/** Whether a record is in effect or has ended. */
export const statuses = ['active', 'expired'] as const
export type Status = (typeof statuses)[number]
