import { useEffect } from 'react'
import { useChatIdentityQuery } from '../../api/chatApi'
import { useInstallationQuery } from '../../api/installationApi'
import { useAppSelector } from '../../api/kit/hooks'
import { selectCurrentUser, selectProfile } from '../../store/currentUser'
import { startChat, stopChat } from './chat'

/**
 * Starts the configured chat with the id, full name and email of a signed-in user with a mail account, and stops it
 * with the layout, at sign-out at the latest (SHELL-6).
 */
export const Aside = () => {
  const { data: installation } = useInstallationQuery(undefined)
  const user = useAppSelector(selectCurrentUser)
  const isConnected = useAppSelector((state) => !!selectProfile(state)?.nylas_access_token)
  const chat = installation?.chat ?? null
  const id = user?.id
  const email = user?.email ?? ''
  const name = user ? [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username : ''
  const { data: proof } = useChatIdentityQuery(undefined, { skip: !chat?.is_verified || !isConnected })
  const identity = chat?.is_verified ? proof?.identity : null
  useEffect(() => {
    if (!chat || id === undefined || !isConnected || identity === undefined) return undefined
    let isWanted = true
    // Without the chat, the help panel is used.
    startChat(chat, { id, name, email, identity }, () => isWanted).catch(() => undefined)
    return () => {
      isWanted = false
      stopChat()
    }
  }, [chat, id, name, email, identity, isConnected])
  return null
}
