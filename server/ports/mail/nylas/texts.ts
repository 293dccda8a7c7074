/** Makes foreign texts storable: neither database takes every text. */
import { isEmail as isAddress } from '../../../../src/contract/email'
import { maxText } from '../../../../src/contract/limits'
import { lineFrom } from '../../../../src/contract/textRules'
import { foldSearched } from '../../../kit/fold'

/** Removes NUL and halves of surrogate pairs. */
export const storable = (text: string): string => text.replaceAll(/\0|\p{Surrogate}/gu, '')

/** A text as one line of a field; '' where nothing is left of it. */
export const lineOf = (text: string | null | undefined): string =>
  storable(lineFrom((text ?? '').slice(0, maxText * 2)).slice(0, maxText)).trim()

/** Whether it is an email address. */
export const isEmail = (email: string | null | undefined): email is string =>
  typeof email === 'string' && email.length <= maxText && isAddress(email)

/** The searched text of an address book entry: its names and email. */
export const entrySearch = (
  entry: Readonly<Record<'first_name' | 'last_name', string | null>> & { email: string },
): string =>
  foldSearched([entry.first_name, entry.last_name, entry.email].filter((text) => text !== null).join(' '))
