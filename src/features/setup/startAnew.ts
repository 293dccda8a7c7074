/** Loads the application afresh at its start: whatever was known before the account was connected is asked again. */
export const startAnew = (): void => window.location.assign('/')
