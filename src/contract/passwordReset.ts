/** Setting a new password by a link in a mail (RESET-1, RESET-2). */
import { text } from './fields'
import { emailConfirmation, newUser } from './users'

/** Asks for a link; the answer does not tell whether there is such an account. */
export const passwordResetRequest = {
  path: '/api/password-reset/',
  fields: {
    account: text({
      required: true,
      max: 320,
      requiredMessage: 'Username or email is required',
      apiDescription: 'The username, or the confirmed email.',
    }),
  },
} as const

/** Sets the new password, by the token of the link. */
export const passwordReset = {
  path: '/api/password-reset/complete/',
  fields: {
    token: emailConfirmation.fields.token,
    password: newUser.fields.password,
  },
} as const
