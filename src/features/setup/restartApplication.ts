/** Reloads the application at its start, since everything cached before the connection is stale. */
export const restartApplication = (): void => window.location.assign('/')
