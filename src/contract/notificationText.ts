/** What notifications say, in the bell and in mails. */
import { contract } from '.'
import type { Notification, NotificationKind, NotifiedAction } from './notifications'

const actions: Readonly<Record<NotifiedAction, string>> = {
  created: 'added',
  updated: 'changed',
  deleted: 'moved to the trash',
  restored: 'restored',
}

/** 'a note', 'an address' */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

const followed = ({ action, part, actor_name, count }: Notification): string => {
  const done = actions[action ?? 'updated']
  const what = part === null ? '' : ` ${withArticle(contract[part].title.toLowerCase())}`
  const more = count > 1 ? `, and ${count - 1} more ${count === 2 ? 'change' : 'changes'}` : ''
  const who = actor_name ?? 'Citygate'
  return part === null ? `${who} ${done} this${more}` : `${who}: ${done}${what}${more}`
}

const texts: Readonly<Record<NotificationKind, (notification: Notification) => string>> = {
  assigned: ({ actor_name }) => `${actor_name ?? 'Citygate'} assigned this task to you`,
  task_due: () => 'Task due',
  pricing_due: () => 'Pricing due',
  reminder: ({ record }) => (record?.resource === 'activities' ? 'Meeting starts' : 'Reminder'),
  mention: ({ actor_name }) => `${actor_name ?? 'Citygate'} mentioned you in a note`,
  followed,
  approval: ({ count }) =>
    count === 1 ? 'An account waits for approval' : `${count} accounts wait for approval`,
  webhook: () => 'A webhook was switched off; the list of webhooks says why',
}

/** One line beside the name of the record, without the day or the moment that has come. */
export const notificationText = (notification: Notification): string => texts[notification.kind](notification)

/** The kinds as settings name them. */
export const notificationKindLabels: Readonly<Record<NotificationKind, string>> = {
  assigned: 'A task is assigned to me',
  task_due: 'A task of mine is due',
  pricing_due: 'Pricing of a deal of mine is due',
  reminder: 'Reminders of tasks and meetings',
  mention: 'A note mentions me',
  followed: 'A record that I follow changes',
  approval: 'Accounts wait for approval',
  webhook: 'A webhook is switched off',
}
