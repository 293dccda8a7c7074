/**
 * Mail and calendar of the users' connected accounts. One interface for the built-in provider and for an external mail
 * service: external calls are made in the method itself, outside of transactions, and their results are returned as a
 * function that stores them in the caller's transaction.
 */
import type { Readable } from 'node:stream'
import type { Calendar } from '../../../src/contract/mail'
import type { Person } from '../../../src/contract/fields'
import type { Participant } from '../../../src/contract/session'
import type { Write } from '../../kit/context'
import { ApiError } from '../../kit/errors'

/** Stores the results of an external call, in the transaction given. */
export type Store<T = void> = (write: Write) => Promise<T>

/** The message being answered: its own Message-ID, and that of the conversation's first message. */
export interface RepliedMessage {
  message_id: string
  thread: string
}

/** A file that goes with a message; its content lies in the file store. */
export interface Attachment {
  key: string
  filename: string
  media_type: string
  /** Bytes. */
  size: number
  /** Of the content. */
  sha256: string
}

/** A message as its author wrote it; the text is sanitized HTML. */
export interface OutgoingMessage {
  /** The user whose account sends it. */
  sender: number
  from: Person
  to: readonly Person[]
  /** The recipients of visible copies (cc) and of hidden ones (bcc). */
  cc: readonly Person[]
  bcc: readonly Person[]
  subject: string
  text: string
  attachments: readonly Attachment[]
  /** Null for the first message of a conversation. */
  answered: RepliedMessage | null
  /** The same whenever this very message is sent again: a service recognizes repetitions by it. */
  key: string
}

/** A request to connect an account: bound to the user and the session (TRUST-17). */
export interface ConnectionRequest {
  userId: number
  sessionId: string
  redirectUrl: string
}

/** The parameters of the browser's return from the consent page, and its user. */
export interface Consent extends Omit<ConnectionRequest, 'redirectUrl'> {
  code: string
  /** As it was sent to the consent page; null where it is missing. */
  state: string | null
}

/** An event as in invitations. */
export interface CalendarEvent {
  id: number
  /** What identifies it globally, where it is no activity. */
  uid?: string
  /** Counts the changes. */
  version: number
  /** ISO 8601; with the id it identifies the event globally. */
  created_at: string
  title: string
  /** Sanitized HTML. */
  description: string
  /** Epoch seconds. */
  start: number
  end: number
  /** A whole-day event: start and end are days in UTC (contract/allDay.ts). */
  all_day: boolean
  /** The time zone of its displayed times; null: UTC. */
  time_zone: string | null
  participants: readonly Person[]
  /** Whose event it is. */
  organizer: Person
  /** The organizer's calendar with the event; null without a choice. */
  calendar_id: string | null
}

/** A page of an account's possible recipients. */
export interface ContactPage {
  /** The total, regardless of the page. */
  count: number
  /** Whether the page is too long to be held in memory whole. */
  isLong: boolean
  people: AsyncIterable<Participant[]>
}

/**
 * Notifies the participants of events by mail, once the events are stored; each method returns the messages to store.
 */
export interface Invitations {
  created(event: CalendarEvent, author: Person): Promise<Store>
  /** Notifies removed participants, too. */
  changed(event: CalendarEvent, before: CalendarEvent, author: Person): Promise<Store>
  removed(event: CalendarEvent, author: Person): Promise<Store>
}

/** A change made in an external calendar, before it is stored here. */
export interface CompletedCalendarCall {
  /** Stores which external event is which one here. */
  store: (write: Write, id: number) => Promise<void>
  /** Reverts it there as far as possible, where it cannot be stored here. */
  undo: () => Promise<void>
}

/**
 * The users' external calendars: events are created, changed and removed there first, so that a failed change is not
 * stored here. The service notifies the participants. Each method returns null for an event without a calendar there.
 * @throws ApiError 409 where the author's account has to be reconnected, 502 or 504 where the service fails.
 */
export interface ExternalCalendar {
  create(event: CalendarEvent, author: number): Promise<CompletedCalendarCall | null>
  update(event: CalendarEvent, before: CalendarEvent, author: number): Promise<CompletedCalendarCall | null>
  remove(event: CalendarEvent, author: number): Promise<CompletedCalendarCall | null>
}

export interface MailProvider {
  /**
   * The address of the consent page. The browser returns to `redirectUrl` with `code`, or with `error`, and `state`.
   * @param request with the user's `email`, and the `origin` under which browsers reach this server.
   */
  authorizationUrl(request: ConnectionRequest & { email: string; origin: string }): Promise<string>
  /**
   * Exchanges the code of a consent that the user gave. Storing the result returns the address of the mailbox; null
   * where mail is sent from the user's own email.
   * @throws ApiError 400 naming code or state, here or while storing, where it is another user's or has been used.
   */
  exchange(consent: Consent): Promise<Store<string | null>>
  /**
   * The calendars of a user's account; the preselected one first.
   * @throws ApiError 409 where the account has to be reconnected, 502 or 504 where the service fails.
   */
  calendars(userId: number): Promise<Calendar[]>
  /**
   * All possible recipients of a user's account, each email once, ordered by email; `q` is part of a name or email.
   */
  contacts(userId: number, page: { q: string; limit: number; offset: number }): Promise<ContactPage>
  /**
   * Sends a message and returns the function that stores the copies, which returns the id of the sender's.
   * @throws ApiError 502 or 504 where it cannot be sent, 409 where the account has to be reconnected; then nothing has
   *   been stored.
   */
  send(message: OutgoingMessage): Promise<Store<number>>
  /**
   * The content of a file of a received message that does not lie in the file store.
   * @param file whose `remote` is the provider's name for it.
   * @throws ApiError 404 where it is not there any more, 409 where the account has to be connected anew, 502 or 504
   *   where the service fails.
   */
  attachment(file: { owner: number; message: number; remote: string }): Promise<Readable>
  /** Exactly one of these two is set: events are stored here only, or in the users' own calendars, too. */
  readonly invitations: Invitations | null
  readonly externalCalendar: ExternalCalendar | null
}

/** 502 or 504: the provider, or the mail server behind it, has not accepted a message; the log has the reason. */
export function mailUnavailable(cause: unknown, status: 502 | 504 = 502): ApiError {
  const error = new ApiError(status, 'mail_unavailable', 'Cannot send message.')
  error.cause = cause
  return error
}
