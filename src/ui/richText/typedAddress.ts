import { isEmail } from '../../contract/email'
import { safeAddress } from '../../contract/richText'

const hasScheme = /^[a-z][\w+.-]*:(?!\d)/i
const isPhone = (typed: string) => /^\+?[\d\s().-]{7,}$/.test(typed)

/** A typed address, with a missing scheme added; null for an unsafe one. */
export const typedAddress = (typed: string): string | null => {
  const text = typed.trim()
  if (text === '') return null
  if (hasScheme.test(text)) return safeAddress(text)
  if (isEmail(text)) return safeAddress(`mailto:${text}`)
  if (isPhone(text)) return safeAddress(`tel:${text.replaceAll(/[^\d+]/g, '')}`)
  return /^[^\s/]+\.[^\s/.]/.test(text) || /^localhost\b/.test(text) ? safeAddress(`https://${text}`) : null
}
