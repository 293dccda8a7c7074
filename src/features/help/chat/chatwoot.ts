import { pageNonce } from '../../../ui/pageNonce'
import type { ChatAdapter } from './adapter'

/** What the script offers, as far as it is used. */
interface Sdk {
  run(options: { websiteToken: string; baseUrl: string }): void
}
interface Chatwoot {
  hasLoaded: boolean
  setUser(id: string, user: { name: string; email: string; identifier_hash?: string }): void
  toggle(state: 'open' | 'close'): void
  toggleBubbleVisibility(visibility: 'show' | 'hide'): void
  reset(): void
}
const offered = window as unknown as {
  chatwootSDK?: Sdk
  $chatwoot?: Chatwoot
  chatwootSettings?: Readonly<Record<string, unknown>>
}

const widgetOf = (): Chatwoot => {
  if (!offered.$chatwoot) throw new Error('The chat has not begun.')
  return offered.$chatwoot
}

/** Its frame has come, which everything else is told through. */
const loaded = () =>
  new Promise<void>((resolve) => {
    if (offered.$chatwoot?.hasLoaded) resolve()
    else window.addEventListener('chatwoot:ready', () => resolve(), { once: true })
  })

type CreateElement = (name: string, options?: ElementCreationOptions) => HTMLElement

/** The style sheet that is written meanwhile bears the nonce of the page, without which it would be refused (TRUST-3). */
const withNonce = (write: () => void) => {
  const original: CreateElement = Reflect.get(document, 'createElement')
  const createElement: CreateElement = (name, options) => {
    const element = original.call(document, name, options)
    if (name === 'style') element.nonce = pageNonce()
    return element
  }
  Object.assign(document, { createElement })
  try {
    write()
  } finally {
    Reflect.deleteProperty(document, 'createElement')
  }
}

/** Chatwoot, which one can host oneself: chatwoot.com/docs/product/channels/live-chat/sdk/setup. */
export const chatwoot: ChatAdapter = {
  start: async ({ script, key }, { id, name, email, identity }, isWanted) => {
    const sdk = offered.chatwootSDK
    if (!sdk) throw new Error('The chat takes no commands.')
    offered.chatwootSettings = { position: 'right', useBrowserLanguage: false, darkMode: 'auto' }
    withNonce(() => sdk.run({ websiteToken: key, baseUrl: new URL(script).origin }))
    await loaded()
    const widget = widgetOf()
    if (!isWanted()) {
      widget.toggleBubbleVisibility('hide')
      return
    }
    widget.setUser(String(id), { name, email, ...(identity !== null && { identifier_hash: identity }) })
    widget.toggleBubbleVisibility('show')
  },
  open: () => widgetOf().toggle('open'),
  stop: () => {
    const widget = widgetOf()
    widget.toggle('close')
    widget.toggleBubbleVisibility('hide')
    // What tells the next visit of this browser who talked goes, too.
    widget.reset()
  },
}
