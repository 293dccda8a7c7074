/** Paths for connecting the mail account (SETUP-1), and for the mail service's return (SETUP-2). */
export const setupPaths = { start: '/setup/', complete: '/setup/nylas/complete' } as const
