/** What people are told of a value that cannot be taken, by whichever side sees it first. */
export const problems = {
  /** Part 1 §5. */
  required: 'This field is required',
  number: 'Enter a number.',
  integer: 'Enter a whole number.',
  tooLong: (max: number) => `At most ${max} characters.`,
  tooLow: (min: number) => `Must be ${min} or more.`,
  tooHigh: (max: number) => `Must be ${max} or less.`,
} as const
