import { formats, type Format, type FormatRule } from './formats'

/** 'name@host' is the start of an email, not of a web address. */
const isPlain = (text: string) => !/^[^/?#]*@/.test(text)

/** https:// is added where the scheme of a web address is missing. */
const withScheme = (text: string): string => {
  const typed = text.trim().replace(/^\/\//, '')
  const whole = `https://${typed}`
  return !formats.url.fits(typed) && formats.url.fits(whole) && isPlain(typed) ? whole : text
}

/** A text of a format as forms and imports complete it before it is sent; what does not fit stays as it is. */
export const completedText = (format: Format, text: string): string => {
  if (format === 'url') return withScheme(text)
  const rule: FormatRule = formats[format]
  return rule.kept?.(text) ?? text
}
