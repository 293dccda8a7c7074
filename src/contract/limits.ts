/** Limits on both sides: forms and lists request no more than the server accepts. */

/** UTF-16 code units of a text without a limit of its own. */
export const maxText = 255

/** Earlier dates are refused: '03/04/0027' is a typing error. */
export const earliestYear = 1900

/** Contracts start by the end of this year: '12/01/9999' is a typing error, and no day can be written ten years after it. */
export const latestStartYear = 2199

/** UTF-16 code units of rich text without a limit of its own. */
export const maxRichText = 100_000

/** Minimum length of a password in characters (TRUST-16). */
export const minPassword = 15

/** UTF-16 code units of a search text. */
export const maxSearch = 255

/** Significant digits of a number; further digits are binary noise. */
export const maxDigits = 15
