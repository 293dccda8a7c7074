/** A text input at some moment: its text, and where the caret stands in it. */
export interface Typing {
  text: string
  caret: number
}

/** What a key has made of an input, as the browser tells it. */
export interface Keyed extends Typing {
  /** Whether it was the key that deletes what stands behind the caret. */
  forward?: boolean
}

/** Whether a text is a number, or the beginning of one; anything else has been pasted. */
export const isMasked = (text: string) => /^[\d-]*$/.test(text)

const size = 10
const digitsIn = (text: string) => text.replace(/\D/g, '')

const mask = (digits: string) =>
  [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((part) => part !== '').join('-')

/** Masked digits, with the caret behind so many of them. */
const masked = (digits: string, behind: number): Typing => ({
  text: mask(digits),
  caret: behind + Number(behind > 3) + Number(behind > 6),
})

/** Without the signs that a copied number brings along unseen, and with plain dashes. */
const plainly = (text: string) =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .trim()

const written = /^(?:tel:)?(?:(?:\+|00)?1[\s.-]*)?\(?(\d{3})\)?[\s./-]*(\d{3})[\s./-]*(\d{4})$/i

/** A North American number in any usual form as '###-###-####'; null for any other text. */
export const readPhone = (text: string): string | null =>
  written.exec(plainly(text))?.slice(1).join('-') ?? null

/** Whether a text could yet become a number, or what it could become has room in the mask. */
const hasRoom = (text: string) => /^[\d\s().+/-]*$/.test(plainly(text)) && digitsIn(text).length <= size

/** A key in a masked number. What has no place in the mask is left out; deleting a dash deletes the digit beyond it. */
const typed = (before: string, { text, caret, forward = false }: Keyed): Typing => {
  const digits = digitsIn(text)
  const behind = digitsIn(text.slice(0, caret)).length
  if (text.length < before.length && digits === digitsIn(before)) {
    const gone = Math.max(forward ? behind : behind - 1, 0)
    return masked(digits.slice(0, gone) + digits.slice(gone + 1), gone)
  }
  if (digits.length <= size) return masked(digits, behind)
  // Somebody began with the country code.
  const hasCode = digits.length === size + 1 && digits.startsWith('1') && behind === digits.length
  return hasCode ? masked(digits.slice(1), size) : { text: before, caret: caret - 1 }
}

/**
 * What stands in a phone field once several characters have come at once, by pasting or by filling in: the number, as
 * far as it is one; what cannot be read stays as it is.
 * @param pasted where only a part has come; a whole number then takes the place of everything.
 */
export const broughtPhone = (text: string, pasted = text): Typing => {
  const stands = readPhone(pasted) ?? readPhone(text) ?? (hasRoom(text) ? mask(digitsIn(text)) : text.trim())
  return { text: stands, caret: stands.length }
}

/** What stands in a phone field after a change: digits with their dashes, and the caret where it was among the digits. */
export const changedPhone = (before: string, keyed: Keyed): Typing => {
  if (isMasked(before) && keyed.text.length - before.length <= 1) return typed(before, keyed)
  if (isMasked(before) || hasRoom(keyed.text) || readPhone(keyed.text) !== null)
    return broughtPhone(keyed.text)
  return { text: keyed.text, caret: keyed.caret }
}
