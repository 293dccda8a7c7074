/** Email addresses: what is one, and how it is taken out of what other programs copy with it. */
import { hasOneScript } from './scripts'

const address =
  /^[^\s\p{Cc}\p{Cs}@,;:<>()[\]"\\]+@[^\s\p{Cc}\p{Cs}@.,;:<>()[\]"\\?#/&=%]+(\.[^\s\p{Cc}\p{Cs}@.,;:<>()[\]"\\?#/&=%]+)+$/u

/** Whether a text is an address and nothing else. */
export const isEmail = (text: string): boolean => address.test(text) && hasOneScript(text)

/** The address of a link, without its subject and the like; '' where it cannot be decoded. */
const withoutScheme = (text: string): string => {
  const linked = /^mailto:([^?]*)/i.exec(text)?.[1]
  if (linked === undefined) return text
  try {
    return decodeURIComponent(linked)
  } catch {
    return ''
  }
}

/** A name and its address, as mail programs copy them: 'José <jose@x.example>'. */
const named = /^(?<name>[^<>;]*)<(?<inner>[^<>]*)>$/

/**
 * The stored form of an email as it is copied from mail programs and browsers: with a name, in angle brackets, as a link,
 * with the separator that follows it in a list. Null for any other text, such as several addresses.
 */
export function readEmail(text: string): string | null {
  const whole = text.replace(/[\s;,]+$/, '').trim()
  const { name = '', inner = whole } = named.exec(whole)?.groups ?? {}
  // Autocorrection sets quotation marks, which no mail system knows the mailbox by.
  const email = withoutScheme(inner.trim()).replaceAll(/[\u2018\u2019\u02BC\uFF07]/g, "'")
  // Programs without another name for it copy the address as its name.
  const isNamed = !name.includes('@') || name.replaceAll(/^[\s'"]+|[\s'"]+$/g, '') === email
  return isNamed && isEmail(email) ? email : null
}
