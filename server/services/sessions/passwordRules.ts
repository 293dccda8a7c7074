import { minPassword } from '../../../src/contract/limits'
import { problems } from '../../../src/contract/problems'
import { fold } from '../../kit/fold'
import { commonPasswords, commonWords } from './commonPasswords'

const productName = 'citygate'
/** Shorter names are part of too many words. */
const minNameLength = 4

const runs = ['1234567890', '123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'].flatMap(
  (run) => [run, [...run].reverse().join('')].map((text) => text.repeat(12)),
)

const bare = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The owner of the password. */
interface Owner {
  username: string
  email: string | null
}

/**
 * Why a text cannot become a password, or null (TRUST-16). Its composition is free; easily guessed ones are not
 * allowed.
 */
export function passwordFault(password: string, owner: Owner): string | null {
  if (password.trim() !== password) return problems.edgeSpaces
  if ([...password].length < minPassword) return problems.tooShort(minPassword)
  if (isCommon(password)) return 'This password is too common. Choose another one.'
  if (namesOwner(password, owner))
    return 'Leave out the username, the email and the name of this application.'
  return null
}

function isCommon(password: string): boolean {
  const letters = bare(password)
  return (
    commonPasswords.has(letters) ||
    commonWords.has(withoutDigits(letters)) ||
    isRepetition(password) ||
    (letters !== '' && (isRepetition(letters) || runs.some((run) => run.includes(letters))))
  )
}

/** A text without the digits at its beginning and at its end. */
const withoutDigits = (text: string): string => text.replace(/^\d+/, '').replace(/\d+$/, '')

/** Whether a text is a repeated piece, such as aaaa or abcabc. */
const isRepetition = (text: string): boolean => `${text}${text}`.indexOf(text, 1) < text.length

function namesOwner(password: string, { username, email }: Owner): boolean {
  const letters = bare(password)
  return [productName, username, email?.split('@')[0] ?? '']
    .map(bare)
    .some((name) => name.length >= minNameLength && letters.includes(name))
}
