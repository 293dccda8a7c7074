/** The browser's time zone, as in 'America/Chicago'. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A zone for display: 'America/New York'. */
export const timeZoneName = (zone: string): string => zone.replaceAll('_', ' ')
