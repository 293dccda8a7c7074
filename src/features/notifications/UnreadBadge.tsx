import { useEffect, useRef } from 'react'
import { useAppDispatch } from '../../api/kit/hooks'
import { useNotificationsQuery } from '../../api/notificationsApi'
import { notificationText } from '../../contract/notificationText'
import { toastShown } from '../../store/toasts'
import { MenuBadge } from '../../ui/value/MenuBadge'
import type { BadgeProps } from '../feature'

/** Unread notifications among which new reminders are looked for. */
const looked = 5

/** The number of unread notifications; a reminder that comes while the page is open shows as a toast, too (NOTI-5). */
export const Badge = ({ of, isRepeated = false }: BadgeProps) => {
  const dispatch = useAppDispatch()
  const { data } = useNotificationsQuery({ unread: true, limit: looked })
  /** The time of the newest one that was seen; null before the first answer. */
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (!data || isRepeated) return
    const before = seen.current
    seen.current = [before ?? '', ...data.results.map(({ at }) => at)].reduce((one, other) =>
      one > other ? one : other,
    )
    if (before === null) return
    for (const one of data.results.filter(({ kind, at }) => kind === 'reminder' && at > before))
      dispatch(toastShown({ kind: 'success', title: notificationText(one), text: one.record?.name ?? '' }))
  }, [data, dispatch, isRepeated])
  return <MenuBadge count={data?.unread ?? 0} what={of === undefined ? 'unread' : `unread ${of}`} />
}
