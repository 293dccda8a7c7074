import { useEffect, useMemo, useRef, useState } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useRows } from '../../api/kit/hooks'
import { useConversationQuery, useReadMessageMutation } from '../../api/messagesApi'
import type { Row } from '../../contract'

type Message = Row<'messages'>

/** So many of the newest are shown at first, and as many more whenever earlier ones are asked for. */
const step = 20
const noIds: readonly number[] = []

/** Whoever writes to themselves has two copies of one message. */
const withoutDoubles = (messages: readonly Message[]): Message[] => [
  ...new Map(messages.map((message) => [message.message_id, message])).values(),
]

/** The messages of the conversation that one belongs to, oldest first; until they are known, that one alone. */
export const useConversation = (opened: Message) => {
  const [limit, setLimit] = useState(step)
  const { data, error, isFetching, refetch } = useConversationQuery(
    { thread: opened.thread, limit },
    { refetchOnMountOrArgChange: true },
  )
  const rows = useRows('messages', data?.ids ?? noIds)
  const messages = useMemo(() => {
    const isThere = rows.some(({ id }) => id === opened.id)
    return withoutDoubles([...(isThere ? [] : [opened]), ...rows.toReversed()])
  }, [rows, opened])
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
 * Marks as read what is unread as it is first shown. What has been shown once, read or not, is left alone for as long as
 * the page is there: whoever marks it as unread, be it in another window, means it.
 * @returns the ids of those that were new.
 */
export const useReading = (messages: readonly Message[]): ReadonlySet<number> => {
  const [mark] = useReadMessageMutation()
  const shown = useRef(new Set<number>())
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const unread = messages.filter(({ id, is_read }) => !is_read && !shown.current.has(id))
    for (const { id } of messages) shown.current.add(id)
    if (unread.length === 0) return
    for (const { id } of unread) void mark({ id, body: { is_read: true } })
    setFresh((known) => new Set([...known, ...unread.map(({ id }) => id)]))
  }, [messages, mark])
  return fresh
}
