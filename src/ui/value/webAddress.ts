import { formats } from '../../contract/formats'

/** 'name@host' is an email's beginning rather than an address of the web. */
const isPlain = (text: string) => !/^[^/?#]*@/.test(text)

/** A web address as it has to be kept: where only its scheme is missing, with https:// before it. */
export const withScheme = (text: string): string => {
  const typed = text.trim().replace(/^\/\//, '')
  const whole = `https://${typed}`
  return !formats.url.fits(typed) && formats.url.fits(whole) && isPlain(typed) ? whole : text
}
