import { text, type InputOf } from './fields'

/** Body of a support request from the help panel, with its sender; answered with 201 and the sent copy (SHELL-6). */
export const supportRequest = {
  path: '/api/support/',
  fields: { text: text({ required: true, max: 5_000, shape: 'lines', apiDescription: 'Plain text.' }) },
} as const
export type SupportRequest = InputOf<typeof supportRequest>
