/**
 * Mail and calendar of the users' connected accounts. One interface for the built-in provider and for a mail
 * service elsewhere: whatever may take a while happens in the method itself, outside every transaction, and what
 * has to be stored of it comes back as a function that writes within the caller's transaction.
 */
import type { Calendar } from '../../../src/contract/mail'
import type { Person } from '../../../src/contract/kit'
import type { Participant } from '../../../src/contract/session'
import type { Write } from '../../kit/context'
import { ApiError } from '../../kit/errors'

/** Writes what an outside call has brought, in the transaction given. */
export type Store<T = void> = (write: Write) => Promise<T>

/** A message that is answered: its own Message-ID, and that of the one with which the conversation began. */
export interface Answered {
  message_id: string
  thread: string
}

/** A message as its author wrote it; the text is sanitised HTML. */
export interface Letter {
  /** The user whose account sends it. */
  sender: number
  from: Person
  to: readonly Person[]
  subject: string
  text: string
  /** Null for the first message of a conversation. */
  answered: Answered | null
}

/** What the browser brings back from the consent page. */
export interface Consent {
  code: string
  /** Who brings it. */
  userId: number
  /** Where the page sent the browser to, as the state says; null where no state came with the code. */
  redirectUrl: string | null
}

/** An event as invitations tell it. */
export interface CalendarEvent {
  id: number
  /** Counts the changes. */
  version: number
  /** ISO 8601; with the id, it names the event everywhere. */
  created_at: string
  title: string
  /** Sanitised HTML. */
  description: string
  /** Epoch seconds. */
  start: number
  end: number
  participants: readonly Person[]
  /** Whose event it is. */
  organizer: Person
}

/** A page of those whom an account can write to, some at a time. */
export interface ContactPage {
  /** How many there are in all, whatever the page. */
  count: number
  /** Whether the page is too long to be held in memory whole. */
  isLong: boolean
  people: AsyncIterable<Participant[]>
}

export interface MailProvider {
  /** Where the browser asks for consent. It comes back to `redirectUrl` with `code`, or with `error`. */
  authorizationUrl(request: { state: string; redirectUrl: string; origin: string }): string
  /**
   * Exchanges the code of a consent that the user gave.
   * @throws ApiError 400 with fields.code, here or while storing, for a code that is not this user's or is used up.
   */
  exchange(consent: Consent): Promise<Store>
  /** The calendars of a user's account; the preselected one first. */
  calendars(userId: number): Promise<Calendar[]>
  /** Everybody whom a user's account can write to, each email once, ordered by email; `q` is part of a name or email. */
  contacts(userId: number, page: { q: string; limit: number; offset: number }): Promise<ContactPage>
  /**
   * Sends a message and gives the function that keeps the copies, whose answer is the id of the sender's.
   * @throws ApiError 502 where it cannot be sent; then nothing has been stored.
   */
  send(letter: Letter): Promise<Store<number>>
  /** Tells the participants of a new event. */
  createEvent(event: CalendarEvent, author: Person): Promise<Store>
  /** Tells the participants what has become of an event; those who no longer take part learn that, too. */
  updateEvent(event: CalendarEvent, before: CalendarEvent, author: Person): Promise<Store>
  /** Tells the participants that an event does not take place. */
  removeEvent(event: CalendarEvent, author: Person): Promise<Store>
}

/** 502: the provider, or the mail server behind it, has not taken a message; the log says why. */
export function mailUnavailable(cause: unknown): ApiError {
  const error = new ApiError(502, 'mail_unavailable', 'Cannot send message.')
  error.cause = cause
  return error
}
