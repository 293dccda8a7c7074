import type { Person } from './fields'

/** Display name of a person: first and last name, else the email. */
export const personName = ({ email, first_name, last_name }: Person): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email
