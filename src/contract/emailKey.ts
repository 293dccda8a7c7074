/**
 * Key by which emails are compared: ignores the case of Latin letters and nothing else, for 'strasse@…' and 'straße@…'
 * are two mailboxes. `dialect.lower` gives the same result in the databases.
 */
export const emailKey = (email: string): string =>
  email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
