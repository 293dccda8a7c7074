import { text, type InputOf } from './kit'

/** What the help panel sends to the support, with who sends it; answered with 201 and the sent copy (SHELL-6). */
export const supportRequest = {
  path: '/api/support/',
  fields: { text: text({ required: true, max: 5_000, about: 'Plain text.' }) },
} as const
export type SupportRequest = InputOf<typeof supportRequest>
