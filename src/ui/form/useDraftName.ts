import { useState } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { draftsOf } from '../../store/drafts'

/** Under which the store knows the draft of a form: drafts are their author's, also once the session is over. */
export const useDraftName = (name: string) => {
  const user = useAppSelector((state) => state.session.user?.id)
  const [author] = useState(user)
  return `${draftsOf(author)}${name}`
}
