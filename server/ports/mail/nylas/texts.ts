/** What others have written, as it can be kept here: neither database takes every text. */
import { formats } from '../../../../src/contract/formats'
import { maxText } from '../../../../src/contract/limits'

/** Leaves out what is not text: NUL, and halves of surrogate pairs. */
export const storable = (text: string): string => text.replaceAll(/\0|\p{Surrogate}/gu, '')

/** A text as one line that a field holds; '' where nothing is left of it. */
export const lineOf = (text: string | null | undefined): string =>
  storable(
    (text ?? '')
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, maxText),
  ).trim()

/** Whether somebody can be written to by it. */
export const isEmail = (email: string | null | undefined): email is string =>
  typeof email === 'string' && email.length <= maxText && formats.email.fits(email)
