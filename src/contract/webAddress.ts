import { formats } from './formats'

/** 'name@host' is the start of an email, not of a web address. */
const isPlain = (text: string) => !/^[^/?#]*@/.test(text)

/** The stored form of a web address: https:// is added where the scheme is missing. */
export const withScheme = (text: string): string => {
  const typed = text.trim().replace(/^\/\//, '')
  const whole = `https://${typed}`
  return !formats.url.fits(typed) && formats.url.fits(whole) && isPlain(typed) ? whole : text
}
