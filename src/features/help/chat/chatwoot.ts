import { pageNonce } from '../../../ui/pageNonce'
import type { ChatAdapter } from './adapter'

/** The used part of the script's API. */
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

/** Resolves when its iframe is loaded, through which everything else works. */
const loaded = () =>
  new Promise<void>((resolve) => {
    if (offered.$chatwoot?.hasLoaded) resolve()
    else window.addEventListener('chatwoot:ready', () => resolve(), { once: true })
  })

type CreateElement = (name: string, options?: ElementCreationOptions) => HTMLElement

/** Adds the page's CSP nonce to the style sheet written meanwhile, without which it would be blocked (TRUST-3). */
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

/** Chatwoot, which can be self-hosted: chatwoot.com/docs/product/channels/live-chat/sdk/setup. */
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
    // Also removes the cookies that identify the user on the next visit.
    widget.reset()
  },
}
