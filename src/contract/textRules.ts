/**
 * Allowed characters of plain texts, for both sides (TRUST-46): characters without effect are removed, control
 * characters are refused, and a text without visible characters counts as empty.
 */
import { problems } from './problems'

/**
 * - `line`: a name or another text of one line.
 * - `lines`: several lines; line breaks and tabs stay.
 * - `identifier`: compared character by character, such as an email or a number; has no invisible characters.
 * - `exact`: a secret, stored as sent.
 */
export type TextShape = 'line' | 'lines' | 'identifier' | 'exact'

/** In these scripts U+200D and U+200C join or separate letters, which is part of the spelling. */
const joining = [
  ...['Arabic', 'Syriac', 'Mandaic', 'Mongolian', 'Nko', 'Phags_Pa', 'Adlam', 'Thaana'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Myanmar', 'Khmer', 'Tibetan'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('')

/** At the end of a word these characters only take effect after a virama, as in Malayalam. */
const viramas = '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA'

/** Invisible characters that change the display of their neighbours. */
const shaping = [
  // Subdivision flags, such as that of Scotland.
  '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}',
  // Emoji joined into one, such as a family.
  '(?<=\\p{Extended_Pictographic}\\uFE0F?|\\p{Emoji_Modifier})\\u200D(?=\\p{Extended_Pictographic})',
  `(?<=[${joining}])[\\u200C\\u200D](?=[${joining}])`,
  `(?<=[${viramas}])[\\u200C\\u200D]`,
  // Selectors of emoji or text presentation.
  '(?<=[^\\P{Emoji}\\d#*])[\\uFE0E\\uFE0F]',
  '(?<=[\\d#*])\\uFE0F(?=\\u20E3)',
  // Variation selectors.
  '(?<=[\\p{Script=Han}\\p{Script=Myanmar}\\p{Script=Phags_Pa}])[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
  '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]',
  // Fillers of incomplete Old Korean syllables.
  '\\u115F(?=[\\u1160-\\u11A7])|(?<=[\\u1100-\\u115F\\uA960-\\uA97C])\\u1160',
  // An empty cell within Braille.
  '(?<=[\\u2801-\\u28FF])\\u2800(?=[\\u2801-\\u28FF])',
].join('|')

/** Zero-width characters, direction marks, and fillers that look like a space. */
const unseen = '[\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB\\u2800\\u{1D159}]'
const marks = new RegExp(unseen, 'gu')
const marksAndShaping = new RegExp(`(${shaping})|${unseen}`, 'gu')
const repeatedJoiners = /([\u200C\u200D])[\u200C\u200D]+/g

const isPlain = (text: string): boolean => /^[\x20-\x7E]*$/.test(text)

/** A text without the invisible characters that have no effect. */
export function withoutMarks(text: string, shape: TextShape = 'line'): string {
  if (shape === 'exact' || isPlain(text)) return text
  if (shape === 'identifier') return text.replaceAll(marks, '')
  return text
    .replaceAll(repeatedJoiners, '$1')
    .replaceAll(marksAndShaping, (_mark, kept: string | undefined) => kept ?? '')
}

/** Whether a text has visible characters: more than spaces, controls, marks and accents without a letter. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800\u{1D159}]/u.test(text)

/** NUL and lone surrogates are invalid in stored UTF-8 text (TRUST-13). */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

/** Unicode line breaks, and tabs. */
const breaks = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g
const ends = /\r\n|[\v\f\u0085\u2028\u2029]/g

/** Replaces line breaks and tabs with spaces. */
export const inOneLine = (text: string): string => text.replaceAll(breaks, ' ')

/** The stored form of a text: '' without visible characters. */
export function tidyText(text: string, shape: TextShape = 'line'): string {
  if (shape === 'exact') return text.trim()
  const whole = shape === 'lines' ? text.replaceAll(ends, '\n') : text
  const tidy = withoutMarks(whole, shape).trim()
  return isVisible(tidy) ? tidy : ''
}

/** The error of a normalized text; null for a valid one. */
export function textProblem(tidy: string, shape: TextShape = 'line'): string | null {
  if (!isStorable(tidy)) return problems.unstorable
  if (shape === 'exact') return null
  const controls = shape === 'lines' ? /[^\P{Cc}\n\r\t]/u : /[\p{Cc}\u2028\u2029]/u
  if (!controls.test(tidy)) return null
  return shape === 'lines' ? problems.controls : problems.oneLine
}

/** Converts an external text that cannot be refused to one line; control characters become spaces. */
export const lineFrom = (text: string): string =>
  tidyText(text.replaceAll(/\p{Surrogate}/gu, '').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '))
