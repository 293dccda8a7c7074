/** Where the mail account is connected (SETUP-1), and where the mail service brings its consent (SETUP-2). */
export const setupPaths = { start: '/setup/', complete: '/setup/nylas/complete' } as const
