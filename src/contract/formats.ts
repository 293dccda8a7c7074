/** Formats of texts, checked by the same rules in forms and on the server. */
import { readEmail } from './email'
import { readPhone } from './phone'
import { readDuns, readTaxId } from './registerNumbers'

/** A format of text, and its error message (part 2 §5). */
export interface FormatRule {
  readonly fits: (value: string) => boolean
  readonly text: string
  /** Normalizes a valid text before it is stored; without it, the text is stored unchanged. */
  readonly kept?: (value: string) => string
}

const isWebAddress = (value: string): boolean => {
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value)) return false
  const { hostname } = new URL(value)
  return /^[^.]+(\.[^.]+)+$/.test(hostname) || hostname === 'localhost'
}

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: name })
    return /^[A-Z]/i.test(name)
  } catch {
    return false
  }
}

const anyText: FormatRule['fits'] = () => true

export const formats = {
  url: { fits: isWebAddress, text: 'You should provide a valid URL.' },
  email: {
    fits: (value) => readEmail(value) !== null,
    kept: (value) => readEmail(value) ?? value,
    text: 'You should provide a valid email.',
  },
  /** Of one script and without spaces, so that names cannot be confusable. */
  username: {
    fits: (value) => /^[\p{Script=Latin}\d][\p{Script=Latin}\d._@+-]*$/u.test(value),
    text: 'Use letters, digits and . _ @ + - only.',
  },
  /** A person's display name; must not look like an address. */
  personName: {
    fits: (value) => !/[<>@\uFE64\uFE65\uFE6B\uFF1C\uFF1E\uFF20]/.test(value),
    text: 'Leave out < and > and @.',
  },
  phone: {
    fits: (value) => readPhone(value) !== null,
    kept: (value) => readPhone(value) ?? value,
    text: 'You should provide a phone number (###-###-####)',
  },
  /** Those of other countries have forms of their own. */
  taxId: {
    fits: anyText,
    kept: (value) => readTaxId(value) ?? value,
    text: 'You should provide a tax ID (##-#######).',
  },
  duns: {
    fits: anyText,
    kept: (value) => readDuns(value) ?? value,
    text: 'You should provide a DUNS number of nine digits.',
  },
  /** An offset such as '+05:00' is refused: it has no daylight saving rules. */
  timeZone: {
    fits: isTimeZone,
    text: 'Send the name of a time zone, such as America/Chicago.',
  },
  color: {
    fits: (value) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(value),
    text: 'Enter a hex colour such as #222 or #1f6feb.',
  },
  month: {
    fits: (value) => /^(19|[2-9]\d)\d{2}-(0[1-9]|1[0-2])$/.test(value),
    text: 'Enter a month as YYYY-MM.',
  },
} as const satisfies Record<string, FormatRule>

/** Description of phone numbers in the API document. */
export const phoneForms =
  "###-###-####, or '+44 20 7946 0000' elsewhere; ' x12' for an extension. Other usual forms are taken and kept as these."

export type Format = keyof typeof formats

/** 'active' as 'Active': the first letter as a capital. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** 'Heat content' as 'Heat Content': as on buttons and in titles of dialogs. */
export const capitalizedWords = (text: string): string => text.split(' ').map(capitalized).join(' ')
