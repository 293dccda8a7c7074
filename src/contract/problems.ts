/** Small numbers such as years without separators, large ones with thousands separators. */
const readable = (bound: number): string =>
  Math.abs(bound) < 1_000_000 ? String(bound) : bound.toLocaleString('en-US')

/** Error texts of invalid values, used by both sides. */
export const problems = {
  /** Part 1 §5. */
  required: 'This field is required',
  unknownField: 'There is no such field.',
  number: 'Enter a number.',
  separators:
    'Write decimals with a point, as in 0.05; commas and spaces only separate thousands, as in 1,234.5.',
  digits: (max: number) => `At most ${max} digits.`,
  integer: 'Enter a whole number.',
  tooShort: (min: number) => `At least ${min} characters.`,
  edgeSpaces: 'Leave out spaces at the beginning and at the end.',
  tooEarly: (year: number) => `Enter a year from ${year} on.`,
  tooLate: (year: number) => `Enter a year up to ${year}.`,
  future: 'Must not be in the future.',
  time: 'Enter a date and a time.',
  unstorable: 'Contains characters that cannot be stored.',
  oneLine: 'Must be one line without control characters.',
  controls: 'Contains control characters.',
  tooLong: (max: number) => `At most ${max} characters.`,
  tooMuchMarkup: 'Holds too much formatting. Paste it as plain text.',
  tooLow: (min: number) => `Must be ${readable(min)} or more.`,
  tooHigh: (max: number) => `Must be ${readable(max)} or less.`,
  /** For ranges: added to the literal text of part 2 §5, and used alone elsewhere. */
  order: 'End must be after start',
} as const

/** Whether an error text is that of a text above its maximum length. */
export const isTooLong = (problem: unknown): boolean =>
  typeof problem === 'string' && /^At most \d+ characters\b/.test(problem)
