/** Reloads the application at its start, since everything cached before the connection is stale. */
export const startAnew = (): void => window.location.assign('/')
