import type { ChatMaker, ChatWidget } from '../../../contract/chat'
import type { ChatAdapter, ChatUser } from './adapter'
import { chatwoot } from './chatwoot'
import { intercom } from './intercom'

const adapters: Readonly<Record<ChatMaker, ChatAdapter>> = { chatwoot, intercom }

/** Each script is fetched once; one that did not come is tried again. */
const scripts = new Map<string, Promise<void>>()
/** The widget that has been started. */
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
 * Fetches the widget, tells it who talks, and shows it (SHELL-6).
 * @param isWanted asked once the script is there: whoever has signed out meanwhile is not told of
 * @throws Error where the widget does not come or cannot be used.
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

/** Whether there is a chat that has been started. */
export const isChatRunning = (): boolean => running !== null

/**
 * Shows the chat that has been started.
 * @throws Error where it has ceased to work.
 */
export const showChat = (): void => {
  if (running) adapters[running.maker].open(running)
}

/** Ends the conversation on this machine: nobody else goes on with it. */
export const stopChat = (): void => {
  const stopped = running
  running = null
  try {
    if (stopped) adapters[stopped.maker].stop(stopped)
  } catch {
    // Whoever signs out is not kept by a widget that has broken.
  }
}
