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
  /** The same whenever this very message is sent again: by it, a service tells that it has sent it. */
  key: string
}

/** Who asks to connect an account: bound to the user and to the session in which they ask (TRUST-17). */
export interface ConnectionRequest {
  userId: number
  sessionId: string
  redirectUrl: string
}

/** What the browser brings back from the consent page, and who brings it. */
export interface Consent extends Omit<ConnectionRequest, 'redirectUrl'> {
  code: string
  /** As it was sent to the consent page; null where it has not come back. */
  state: string | null
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
  /** In which of their calendars it stands; null where nobody has chosen one. */
  calendar_id: string | null
}

/** A page of those whom an account can write to, some at a time. */
export interface ContactPage {
  /** How many there are in all, whatever the page. */
  count: number
  /** Whether the page is too long to be held in memory whole. */
  isLong: boolean
  people: AsyncIterable<Participant[]>
}

/** Tells the participants of events by mail, once the events are stored; each gives what is to be stored of that. */
export interface Invitations {
  created(event: CalendarEvent, author: Person): Promise<Store>
  /** Those who no longer take part learn that, too. */
  changed(event: CalendarEvent, before: CalendarEvent, author: Person): Promise<Store>
  removed(event: CalendarEvent, author: Person): Promise<Store>
}

/** What has happened to an event elsewhere, before it is stored here. */
export interface Placed {
  /** Stores which event there is which one here. */
  store: (write: Write, id: number) => Promise<void>
  /** Where it cannot be stored here: takes it back there, as far as that goes. */
  undo: () => Promise<void>
}

/**
 * The users' own calendars, elsewhere: events are made, changed and removed there first, so that what fails there is
 * not stored here. The participants learn of it from there. Each gives null for an event that has no place there.
 * @throws ApiError 409 where the author's account has to be connected anew, 502 or 504 where the service fails.
 */
export interface CalendarElsewhere {
  create(event: CalendarEvent, author: number): Promise<Placed | null>
  update(event: CalendarEvent, before: CalendarEvent, author: number): Promise<Placed | null>
  remove(event: CalendarEvent, author: number): Promise<Placed | null>
}

export interface MailProvider {
  /**
   * Where the browser asks for consent. It comes back to `redirectUrl` with `code`, or with `error`, and `state`.
   * @param email of whoever asks.
   * @param origin under which browsers reach this server.
   */
  authorizationUrl(request: ConnectionRequest & { email: string; origin: string }): Promise<string>
  /**
   * Exchanges the code of a consent that the user gave. What stores it gives the address of the mailbox; null where mail
   * goes by the user's own email.
   * @throws ApiError 400 naming code or state, here or while storing, where it is not this user's or is used up.
   */
  exchange(consent: Consent): Promise<Store<string | null>>
  /**
   * The calendars of a user's account; the preselected one first.
   * @throws ApiError 409 where the account has to be connected anew, 502 or 504 where the service fails.
   */
  calendars(userId: number): Promise<Calendar[]>
  /** Everybody whom a user's account can write to, each email once, ordered by email; `q` is part of a name or email. */
  contacts(userId: number, page: { q: string; limit: number; offset: number }): Promise<ContactPage>
  /**
   * Sends a message and gives the function that keeps the copies, whose answer is the id of the sender's.
   * @throws ApiError 502 or 504 where it cannot be sent, 409 where the account has to be connected anew; then nothing
   * has been stored.
   */
  send(letter: Letter): Promise<Store<number>>
  /** Exactly one of these two is there: either events stand here alone, or in the users' own calendars, too. */
  readonly invitations: Invitations | null
  readonly elsewhere: CalendarElsewhere | null
}

/** 502 or 504: the provider, or the mail server behind it, has not taken a message; the log says why. */
export function mailUnavailable(cause: unknown, status: 502 | 504 = 502): ApiError {
  const error = new ApiError(status, 'mail_unavailable', 'Cannot send message.')
  error.cause = cause
  return error
}
