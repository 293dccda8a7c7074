/** ZIP codes of which a spreadsheet has taken the zero at the beginning, as of a number (IMP-16). */

/** The states whose ZIP codes all begin with one. */
const statesWithZero: ReadonlySet<string> = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT'])

/** A ZIP code with the zero that it has lost; null where it is whole, or cannot be told. */
export const wholeZip = (zip: unknown, state: string | null): string | null =>
  state !== null &&
  statesWithZero.has(state) &&
  typeof zip === 'string' &&
  /^[1-9]\d{3}(?:-\d{4})?$/.test(zip)
    ? `0${zip}`
    : null
