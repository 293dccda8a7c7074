/** The connected mail and calendar account: its connection, calendars and outgoing mail. */
import { text, type InputOf } from './fields'
import { messages } from './messages'

/**
 * Where a mail service reports changes in the accounts, and verifies that the address belongs to this installation.
 */
export const mailWebhookPath = '/nylas/webhook/'

/** Answers the address of the consent page; the browser returns to `redirect_url` with a code. */
export const mailRedirectPath = '/nylas/redirect/'
export interface MailRedirect {
  url: string
}

/** Exchanges the code of a consent, once, and answers the profile with its new account. */
export const mailCallbackPath = '/nylas/callback/'

/** The query parameters with which the consent page returns. */
export const mailConsent = {
  fields: {
    code: text({ required: true, secret: true }),
    state: text({
      secret: true,
      apiDescription: 'Says of which session the consent is; none where the service sends none.',
    }),
  },
} as const
export type MailConsent = InputOf<typeof mailConsent>

/** The consent page of the built-in provider. */
export const consentPath = '/nylas/authorize/'

/** The calendars of the signed-in user's account. */
export const calendarsPath = '/nylas/calendars/'
export interface Calendar {
  id: string
  name: string
  /** The preselected calendar. */
  is_default: boolean
}

/** Activities as the calendar reads them: the same store and the same parameters as the list of activities. */
export const eventsPath = '/nylas/events/'

/** Receives the scheduler's body: an activity, answered with 201 as stored. */
export const eventPath = '/nylas/event/'

/** Markers in a profile for its connected mail account; the service's own tokens never leave the server. */
export const mailMarkers = {
  connected: 'connected',
  /** The service no longer accepts it: the user is asked to connect it again, without a redirect. */
  expired: 'expired',
} as const

/** The code of a 409 for users without a connected mail account. */
export const mailNotConnected = 'mail_not_connected'

/** The code of a 409 for sending before the user's email is confirmed. */
export const emailNotConfirmed = 'email_not_confirmed'

/** The code of a 429 for a user whose daily mail limit is reached. */
export const tooMuchMail = 'too_much_mail'

/**
 * An outgoing message; answered with 201 and the sent copy. With files it is multipart/form-data: the message as
 * JSON, and each file in a part of its own.
 */
export const messageRequest = {
  path: '/nylas/send/',
  fields: {
    to: messages.fields.to,
    cc: messages.fields.cc,
    bcc: messages.fields.bcc,
    subject: messages.fields.subject,
    text: messages.fields.text,
    in_reply_to: messages.fields.in_reply_to,
  },
  form: { message: 'message', file: 'files' },
} as const
