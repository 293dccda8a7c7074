import { useRows } from '../../api/kit/hooks'
import { accountsApi } from '../../api/usersApi'
import { useSettled } from '../../ui/hooks/useSettled'
import type { UseMentions } from '../../ui/richText/mentions'

/** Users offered at a time. */
const limit = 6

/** Milliseconds without another letter before the server is asked. */
const pause = 150

/** Active users whose user name, first or last name begins with what is typed after an @ (NOTI-3). */
export const useMentions: UseMentions = (text) => {
  const settled = useSettled(text, pause)
  const { currentData } = accountsApi.list.useQuery(
    { q: settled ?? '', limit, offset: 0, ordering: 'username', is_active: 'true' },
    { skip: text === null || settled === null },
  )
  const users = useRows('users', currentData?.ids ?? [])
  if (text === null || settled === null) return []
  // An answer to fewer letters may hold others.
  const begins = (name: string | null) => name?.toLowerCase().startsWith(text.toLowerCase())
  const named = users.filter((user) => [user.username, user.first_name, user.last_name].some(begins))
  return named.map(({ username, first_name, last_name }) => ({
    name: username,
    hint: [first_name, last_name].filter(Boolean).join(' '),
  }))
}
