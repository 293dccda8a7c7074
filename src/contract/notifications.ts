/** What a user is told: tasks and dates that are due, mentions, approvals, changes of followed records (NOTI-1). */
import { contract, type ResourceName } from '.'

/** GET lists the caller's own, the newest first; `read/`, `settings/` below. */
export const notificationsPath = '/api/mpg/notifications/'
/** POST marks some, or all, as read or unread. */
export const notificationsReadPath = `${notificationsPath}read/`
/** GET and PUT of what the caller is told. */
export const notificationSettingsPath = `${notificationsPath}settings/`

/** The page that lists them. */
export const notificationsPage = '/mpg/notifications'

/**
 * `assigned`: a task of which one became the assignee; `task_due` and `pricing_due`: its day has come; `reminder`: the time
 * of a task or before a meeting; `mention`: a note names the user; `followed`: a followed record, or what hangs on it, has
 * changed; `approval`: accounts wait for the team; `webhook`: the server has switched off
 * one of the user's webhooks, or of those that the user may switch on again.
 */
export const notificationKinds = [
  'assigned',
  'task_due',
  'pricing_due',
  'reminder',
  'mention',
  'followed',
  'approval',
  'webhook',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Resources whose records can be followed. */
export const followedResources = [
  'opportunities',
  'bids',
  'organizations',
  'contacts',
  'addresses',
  'todos',
  'contracts',
] as const satisfies readonly ResourceName[]
export type FollowedResource = (typeof followedResources)[number]

export const isFollowable = (resource: ResourceName): resource is FollowedResource =>
  (followedResources as readonly ResourceName[]).includes(resource)

/** GET tells whether the caller follows a record; PUT and DELETE change it. */
export const followPath = (resource: FollowedResource, id: number | ':id'): string =>
  `${contract[resource].path}${id}/follow/`

export interface Following {
  following: boolean
}

/** Of a followed record. */
export const notifiedActions = ['created', 'updated', 'deleted', 'restored'] as const
export type NotifiedAction = (typeof notifiedActions)[number]

export interface Notification {
  id: number
  kind: NotificationKind
  /** The record that it is about; null: the waiting accounts. */
  record: { resource: ResourceName; id: number; name: string } | null
  /** The user; null: the server itself. */
  actor_name: string | null
  /** Of a followed record. */
  action: NotifiedAction | null
  /** What has changed, where that is not the record itself, but what hangs on it: a note, a file. */
  part: ResourceName | null
  /** How often it has happened since it was last read. */
  count: number
  /** The day or the moment that has come. */
  due: string | null
  at: string
  is_read: boolean
}

/** Notifications of one answer at most, and unread ones that are counted. */
export const maxNotifications = 100

export interface NotificationsAnswer {
  /** All unread ones, up to `maxNotifications`. */
  unread: number
  /** Whether there are more than those of the answer. */
  is_more: boolean
  results: Notification[]
}

/** Of one's own: those with some ids, or all. */
export interface MarkNotifications {
  ids?: readonly number[]
  all?: boolean
  is_read: boolean
}

export interface NotificationSettings {
  /** Kinds that the user is not told. */
  muted: readonly NotificationKind[]
  /** Whether unread ones are mailed once a day. */
  digest: boolean
  /** Whether a sign-in from a new browser and address is mailed (MFA-10). */
  sign_in_mail: boolean
  /** Whether mail is possible: this installation sends mail, and the user's email is confirmed. */
  can_mail: boolean
}

/** Days for which notifications are kept, and how many of a user. */
export const notificationDays = 90
export const maxKeptNotifications = 1_000
