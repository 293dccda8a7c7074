import { useState } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { draftNamePrefix } from '../../store/drafts'

/** The store key of a form's draft: drafts belong to their author, also after the end of the session. */
export const useDraftName = (name: string) => {
  const user = useAppSelector((state) => state.session.user?.id)
  const [author] = useState(user)
  return `${draftNamePrefix(author)}${name}`
}
