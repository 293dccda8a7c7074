import type { ChatWidget } from '../../../contract/chat'
import type { ChatAdapter } from './adapter'

type Command = (command: 'boot' | 'show' | 'shutdown', details?: Readonly<Record<string, string>>) => void

const tell = ({ command }: ChatWidget, ...args: Parameters<Command>) => {
  const told = (window as unknown as Readonly<Record<string, unknown>>)[command]
  if (typeof told !== 'function') throw new Error('The chat takes no commands.')
  const run = told as Command
  run(...args)
}

/**
 * Intercom, and widgets with the same commands in a function of another name:
 * developers.intercom.com/installing-intercom/web/methods.
 */
export const intercom: ChatAdapter = {
  start: (widget, { id, name, email, identity }) => {
    tell(widget, 'boot', {
      app_id: widget.key,
      user_id: String(id),
      name,
      email,
      ...(identity !== null && { user_hash: identity }),
      ...(widget.api_base !== null && { api_base: widget.api_base }),
    })
    tell(widget, 'show')
    return Promise.resolve()
  },
  open: (widget) => tell(widget, 'show'),
  stop: (widget) => tell(widget, 'shutdown'),
}
