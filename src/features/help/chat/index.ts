import type { ChatMaker, ChatWidget } from '../../../contract/chat'
import type { ChatAdapter, ChatUser } from './adapter'
import { chatwoot } from './chatwoot'
import { intercom } from './intercom'

const adapters: Readonly<Record<ChatMaker, ChatAdapter>> = { chatwoot, intercom }

/** Each script is loaded once; a failed one is tried again. */
const scripts = new Map<string, Promise<void>>()
/** The running widget. */
let running: ChatWidget | null = null

const fetchScript = (address: string): Promise<void> => {
  const known = scripts.get(address)
  if (known) return known
  const fetched = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      scripts.delete(address)
      script.remove()
      reject(new Error('The chat could not be fetched.'))
    })
    document.head.append(script)
  })
  scripts.set(address, fetched)
  return fetched
}

/**
 * Loads the widget, sets its user, and shows it (SHELL-6).
 * @param isWanted called once the script is loaded: after a sign-out meanwhile the user is not passed on
 * @throws Error where the widget cannot be loaded or used.
 */
export const startChat = async (
  widget: ChatWidget,
  user: ChatUser,
  isWanted: () => boolean,
): Promise<void> => {
  await fetchScript(widget.script)
  if (!isWanted()) return
  await adapters[widget.maker].start(widget, user, isWanted)
  if (isWanted()) running = widget
}

/** Whether a chat is running. */
export const isChatRunning = (): boolean => running !== null

/**
 * Opens the running chat.
 * @throws Error where it no longer works.
 */
export const showChat = (): void => {
  if (running) adapters[running.maker].open(running)
}

/** Ends the conversation on this device, so that it is not continued by another user. */
export const stopChat = (): void => {
  const stopped = running
  running = null
  try {
    if (stopped) adapters[stopped.maker].stop(stopped)
  } catch {
    // A broken widget must not block signing out.
  }
}
