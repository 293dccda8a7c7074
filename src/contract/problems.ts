/** What people are told of a value that cannot be taken, by whichever side sees it first. */
export const problems = {
  /** Part 1 §5. */
  required: 'This field is required',
  number: 'Enter a number.',
  separators:
    'Write decimals with a point, as in 0.05; commas and spaces only separate thousands, as in 1,234.5.',
  digits: (max: number) => `At most ${max} digits.`,
  integer: 'Enter a whole number.',
  tooShort: (min: number) => `At least ${min} characters.`,
  edgeSpaces: 'Leave out spaces at the beginning and at the end.',
  time: 'Enter a date and a time.',
  tooLong: (max: number) => `At most ${max} characters.`,
  tooMuchMarkup: 'Holds too much formatting. Paste it as plain text.',
  tooLow: (min: number) => `Must be ${min} or more.`,
  tooHigh: (max: number) => `Must be ${max} or less.`,
} as const
