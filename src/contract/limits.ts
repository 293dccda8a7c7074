/** Limits that both sides keep: forms and lists ask for no more than the server takes. */

/** UTF-16 code units of a text that says nothing else of itself. */
export const maxText = 255

/** Characters of a password, at the least (TRUST-16). */
export const minPassword = 15

/** UTF-16 code units of what a list is searched for. */
export const maxSearch = 255

/** Numbers carry so many significant digits; what lies beyond is binary noise. */
export const maxDigits = 15
