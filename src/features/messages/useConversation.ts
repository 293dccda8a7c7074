import { useEffect, useMemo, useRef, useState } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useAppSelector, useRows } from '../../api/kit/hooks'
import { useConversationQuery, useReadMessageMutation } from '../../api/messagesApi'
import type { Row } from '../../contract'
import { useFreshLinks } from '../../resources/files/useFreshLinks'
import { selectCurrentUser } from '../../store/currentUser'

type Message = Row<'messages'>

/** Number of newest messages shown at first, and of those added on demand. */
const step = 20
const noIds: readonly number[] = []

/** A message to oneself has two copies. */
const withoutDoubles = (messages: readonly Message[]): Message[] => [
  ...new Map(messages.map((message) => [message.message_id, message])).values(),
]

/** The messages of a message's conversation, oldest first; only the given one until loaded. */
export const useConversation = (opened: Message) => {
  const [limit, setLimit] = useState(step)
  const { data, error, isFetching, fulfilledTimeStamp, refetch } = useConversationQuery(
    { thread: opened.thread, limit },
    { refetchOnMountOrArgChange: true },
  )
  const rows = useRows('messages', data?.ids ?? noIds)
  const messages = useMemo(() => {
    const isThere = rows.some(({ id }) => id === opened.id)
    return withoutDoubles([...(isThere ? [] : [opened]), ...rows.toReversed()])
  }, [rows, opened])
  const hasFiles = messages.some(({ attachments }) => attachments.length > 0)
  useFreshLinks(hasFiles ? fulfilledTimeStamp : undefined, refetch)
  return {
    messages,
    problem: isFetching ? undefined : asApiError(error),
    retry: () => void refetch(),
    earlier: Math.max(0, (data?.count ?? 0) - limit),
    showEarlier: () => setLimit(limit + step),
    isFetching,
  }
}

/**
 * Marks unread messages as read when first shown. Each message is handled once while the page is mounted: marking one
 * as unread, also in another window, must not be reverted.
 * @returns the ids of the new messages.
 */
export const useReading = (messages: readonly Message[]): ReadonlySet<number> => {
  const [mark] = useReadMessageMutation()
  const reader = useAppSelector(selectCurrentUser)?.id
  const shown = useRef(new Set<number>())
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const unread = messages.filter(
      ({ id, is_read, owner }) => !is_read && owner === reader && !shown.current.has(id),
    )
    for (const { id } of messages) shown.current.add(id)
    if (unread.length === 0) return
    for (const { id } of unread) void mark({ id, body: { is_read: true } })
    setFresh((known) => new Set([...known, ...unread.map(({ id }) => id)]))
  }, [messages, mark, reader])
  return fresh
}
