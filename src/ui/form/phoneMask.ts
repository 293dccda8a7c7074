import { readPhone } from '../../contract/phone'

/** The state of a text input: its text and caret position. */
export interface Typing {
  text: string
  caret: number
}

/** The state of an input after a key press. */
export interface Keyed extends Typing {
  /** Whether the key deletes forward. */
  forward?: boolean
}

/** Whether a text is a number or the beginning of one; other texts were pasted. */
export const isMasked = (text: string) => /^[\d-]*$/.test(text)

const size = 10
const digitsIn = (text: string) => text.replace(/\D/g, '')

/** Up to seven digits are formatted as a local number. */
const local = 7

const mask = (digits: string) =>
  (digits.length > local
    ? [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
    : [digits.slice(0, 3), digits.slice(3)]
  )
    .filter((part) => part !== '')
    .join('-')

/** Masked digits, with the caret after so many of them. */
const masked = (digits: string, behind: number): Typing => ({
  text: mask(digits),
  caret: behind + Number(behind > 3) + Number(digits.length > local && behind > 6),
})

/** The start of an international number, an extension, or custom notation: such texts are not masked. */
const isFree = (text: string) => /^[\d-]*[\s+()./#xe]/i.test(text)

/** A key press in a masked number. Invalid characters are dropped; deleting a dash deletes the digit beyond it. */
const typed = (before: string, { text, caret, forward = false }: Keyed): Typing => {
  const digits = digitsIn(text)
  const behind = digitsIn(text.slice(0, caret)).length
  if (text.length < before.length && digits === digitsIn(before)) {
    const gone = Math.max(forward ? behind : behind - 1, 0)
    return masked(digits.slice(0, gone) + digits.slice(gone + 1), gone)
  }
  if (digits.length <= size) return masked(digits, behind)
  // The country code was typed.
  const hasCode = digits.length === size + 1 && digits.startsWith('1') && behind === digits.length
  return hasCode ? masked(digits.slice(1), size) : { text: before, caret: caret - 1 }
}

/**
 * The text after several characters were inserted at once, by pasting or autofill: the number in its stored form;
 * invalid text stays.
 * @param pasted the inserted part; a complete number in it replaces the whole text.
 */
export const broughtPhone = (text: string, pasted = text): Typing => {
  const stands = readPhone(pasted) ?? readPhone(text) ?? text.trim()
  return { text: stands, caret: stands.length }
}

/** The text after a change: digits with dashes, and the caret at the same digit. */
export const changedPhone = (before: string, keyed: Keyed): Typing => {
  const { text, caret } = keyed
  if (text.length - before.length > 1) return broughtPhone(text)
  return isMasked(before) && !isFree(text) ? typed(before, keyed) : { text, caret }
}
