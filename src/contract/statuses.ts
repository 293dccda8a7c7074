/** Whether something holds, or has ended. */
export const statuses = ['active', 'expired'] as const
export type Status = (typeof statuses)[number]
