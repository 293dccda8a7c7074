import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import CommentOutlined from '@ant-design/icons/es/icons/CommentOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import UserAddOutlined from '@ant-design/icons/es/icons/UserAddOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import { useState, type ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { asApiError } from '../../api/kit/errors'
import { useMarkNotificationsMutation, useNotificationsQuery } from '../../api/notificationsApi'
import { maxNotifications, type Notification, type NotificationKind } from '../../contract/notifications'
import { notificationText } from '../../contract/notificationText'
import { activityPaths } from '../../resources/activities/paths'
import { ownWeek } from '../../resources/activities/shownIn'
import { viewOf } from '../../resources/kit/resourceView'
import { userPaths } from '../../resources/users/paths'
import { Button } from '../../ui/antd/Button'
import { Segmented } from '../../ui/antd/Segmented'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { DateText } from '../../ui/value/DateText'
import { isDay } from '../../ui/value/dates'
import { localDay } from '../../ui/value/days'
import './notifications.css'

/** Notifications shown at first, and with each press of the button. */
const step = 20

const icons: Readonly<Record<NotificationKind, ComponentType>> = {
  assigned: UserOutlined,
  task_due: CalendarOutlined,
  pricing_due: CalendarOutlined,
  reminder: ClockCircleOutlined,
  mention: CommentOutlined,
  followed: EyeOutlined,
  approval: UserAddOutlined,
  webhook: ApiOutlined,
}

/** Where a notification leads to. */
const pathOf = ({ record, due }: Notification): string => {
  if (record === null) return userPaths.list
  if (record.resource === 'activities')
    return due === null ? activityPaths.list : ownWeek(isDay(due) ? due : localDay(new Date(due)))
  return viewOf(record.resource)?.path?.(record.id) ?? '/'
}

interface ItemProps {
  notification: Notification
  /** Whether it leaves the list once it is read. */
  goes: boolean
  /** Closes what shows the list, once a link is followed. */
  leave: () => void
}

/** The button to go on with where a line leaves: that of the next one, else of the one before, else the choice above. */
const neighbourOf = (button: HTMLElement): HTMLElement | null => {
  const line = button.closest('li')
  const next = line?.nextElementSibling ?? line?.previousElementSibling
  return next
    ? next.querySelector('button')
    : (button.closest('.notifications')?.querySelector('input') ?? null)
}

const Item = ({ notification, goes, leave }: ItemProps) => {
  const [mark] = useMarkNotificationsMutation()
  const { id, kind, record, due, at, is_read } = notification
  const Icon = icons[kind]
  const change = (isRead: boolean) => void mark({ ids: [id], is_read: isRead })
  const label = is_read ? 'Mark as unread' : 'Mark as read'
  const name = record?.name ?? 'Users'
  return (
    <li className={is_read ? 'notification' : 'notification notification-unread'}>
      <span className="notification-icon" aria-hidden>
        <Icon />
      </span>
      <div className="notification-text">
        <Link
          to={pathOf(notification)}
          translate={record ? 'no' : undefined}
          onClick={() => {
            if (!is_read) change(true)
            leave()
          }}
        >
          {name}
        </Link>
        <p>
          {!is_read && <span className="visually-hidden">Unread: </span>}
          {notificationText(notification)}
          {due !== null && (
            <>
              {' '}
              <DateText value={due} format={kind === 'reminder' ? 'moment' : 'day'} />
            </>
          )}
        </p>
        <p className="quiet">
          <DateText value={at} format="moment" />
        </p>
      </div>
      <Button
        type="text"
        size="small"
        aria-label={`${label}: ${name}`}
        title={label}
        icon={is_read ? <UndoOutlined aria-hidden /> : <CheckOutlined aria-hidden />}
        onClick={({ currentTarget }) => {
          if (goes) neighbourOf(currentTarget)?.focus()
          change(!is_read)
        }}
      />
    </li>
  )
}

const shapes = [
  { value: true, label: 'Unread' },
  { value: false, label: 'All' },
]

interface ListProps {
  unread: boolean
  leave: () => void
}

/** Unread ones, or all. */
const List = ({ unread, leave }: ListProps) => {
  const [limit, setLimit] = useState(step)
  const { data, error, refetch } = useNotificationsQuery(
    { unread, limit },
    { refetchOnMountOrArgChange: true },
  )
  const problem = asApiError(error)
  return (
    <>
      {problem && (
        <ErrorState
          inline
          title="Notifications could not be loaded."
          error={problem}
          retry={() => void refetch()}
        />
      )}
      {!data && !problem && <p role="status">Loading...</p>}
      {data && data.results.length === 0 && (
        <EmptyState
          title={unread ? 'You have read everything.' : 'Nothing has happened yet.'}
          hint="Tasks, dates, mentions and changes of records that you follow stand here."
        />
      )}
      {data && data.results.length > 0 && (
        <ul className="notification-list" aria-label="Notifications">
          {data.results.map((notification) => (
            <Item key={notification.id} notification={notification} goes={unread} leave={leave} />
          ))}
        </ul>
      )}
      {data?.is_more === true && limit < maxNotifications && (
        <Button size="small" onClick={() => setLimit(Math.min(limit + step, maxNotifications))}>
          Show more
        </Button>
      )}
    </>
  )
}

/** The user's notifications, the newest first (NOTI-1). */
export const Notifications = ({ leave = () => undefined }: { leave?: () => void }) => {
  const [unread, setUnread] = useState(true)
  const [mark, { isLoading }] = useMarkNotificationsMutation()
  const { data } = useNotificationsQuery({ unread: true, limit: step })
  return (
    <div className="notifications">
      <div className="row-apart">
        <Segmented<boolean>
          options={shapes}
          value={unread}
          onChange={setUnread}
          aria-label="Which are shown"
        />
        <BusyButton
          type="link"
          size="small"
          busy={isLoading}
          disabled={!data || data.unread === 0}
          onClick={() => void mark({ all: true, is_read: true })}
        >
          Mark all as read
        </BusyButton>
      </div>
      <List key={String(unread)} unread={unread} leave={leave} />
      <p className="quiet">
        <Link to={userPaths.notifications} onClick={leave}>
          Choose what you are told
        </Link>
      </p>
    </div>
  )
}
