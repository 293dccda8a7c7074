import type { ChatWidget } from '../../contract/session'

/** Who talks to the support. */
export interface ChatUser {
  id: number
  name: string
  email: string
}

type Command = (command: 'boot' | 'show' | 'shutdown', details?: Readonly<Record<string, string>>) => void

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

/** @throws Error where the script offers no such function. */
const tell = ({ command }: ChatWidget, ...args: Parameters<Command>) => {
  const told = (window as unknown as Readonly<Record<string, unknown>>)[command]
  if (typeof told !== 'function') throw new Error('The chat takes no commands.')
  const run = told as Command
  run(...args)
}

/**
 * Fetches the widget, tells it who talks, and shows it (SHELL-6).
 * @param isWanted asked once the script is there: whoever has signed out meanwhile is not told of
 * @throws Error where the widget does not come or cannot be used.
 */
export const startChat = async (
  widget: ChatWidget,
  { id, name, email }: ChatUser,
  isWanted: () => boolean,
): Promise<void> => {
  await fetchScript(widget.script)
  if (!isWanted()) return
  tell(widget, 'boot', { app_id: widget.key, user_id: String(id), name, email })
  running = widget
  tell(widget, 'show')
}

/** Whether there is a chat that has been started. */
export const isChatRunning = (): boolean => running !== null

/** Shows the chat that has been started. */
export const showChat = (): void => {
  if (running) tell(running, 'show')
}

/** Ends the conversation on this machine: nobody else goes on with it. */
export const stopChat = (): void => {
  if (running) tell(running, 'shutdown')
  running = null
}
