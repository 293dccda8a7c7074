/**
 * By what an email is told from another: whatever the case of its Latin letters, and nothing else, for 'strasse@…' and
 * 'straße@…' are two mailboxes. The databases come to the same by `dialect.lower`.
 */
export const emailKey = (email: string): string =>
  email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
