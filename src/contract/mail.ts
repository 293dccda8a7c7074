/** The connected mail and calendar account: how it is connected, its calendars, and what it sends. */
import { messages } from './messages'

/** Where a mail service tells of changes in the accounts, and finds out whether the address is ours. */
export const mailWebhookPath = '/nylas/webhook/'

/** Answers where the browser gives its consent; `redirect_url` is where it comes back to, with a code. */
export const mailRedirectPath = '/nylas/redirect/'
export interface MailRedirect {
  url: string
}

/** Exchanges the code of a consent, once, and answers the profile that now has an account. */
export const mailCallbackPath = '/nylas/callback/'

/** The built-in provider's page that asks for consent. */
export const consentPath = '/nylas/authorize/'

/** The calendars of the signed-in user's account. */
export const calendarsPath = '/nylas/calendars/'
export interface Calendar {
  id: string
  name: string
  /** The one that is preselected. */
  is_default: boolean
}

/** Activities as the calendar reads them: the same store and the same parameters as the list of activities. */
export const eventsPath = '/nylas/events/'

/** Takes what the scheduler sends: an activity, answered with 201 as it has been stored. */
export const eventPath = '/nylas/event/'

/** What stands in a profile for the mail account that is connected; the service's own tokens never leave the server. */
export const mailMarkers = {
  connected: 'connected',
  /** The service does not take it any more: its user is asked to connect it anew, and sent nowhere. */
  expired: 'expired',
} as const

/** The code of a 409 that is answered to whoever has no mail account connected, or no longer. */
export const mailNotConnected = 'mail_not_connected'

/** A message on its way out; answered with 201 and the sent copy. */
export const messageRequest = {
  path: '/nylas/send/',
  fields: {
    to: messages.fields.to,
    subject: messages.fields.subject,
    text: messages.fields.text,
    in_reply_to: messages.fields.in_reply_to,
  },
} as const
