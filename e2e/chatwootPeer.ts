import type { Page } from 'playwright-core'

/** Origin of the peer. */
export const chatwootOrigin = 'https://chat.citygate.example'

/**
 * A mock of a Chatwoot server, as far as its protocol requires: a script that writes a style sheet, opens an iframe and
 * exchanges messages with it, stores the user in a cookie, and reports readiness once the iframe is loaded.
 */
export async function serveChatwoot(page: Page): Promise<void> {
  await page.route(`${chatwootOrigin}/packs/js/sdk.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${sdk.toString()})()` }),
  )
  await page.route(`${chatwootOrigin}/widget?*`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Chat</title><script>(${frame.toString()})()</script>`,
    }),
  )
}

/** The messages to the iframe, newest last. */
export const toldChatwoot = (page: Page): Promise<{ event: string; [name: string]: unknown }[]> =>
  page
    .frames()
    .find((each) => each.url().startsWith(chatwootOrigin))
    ?.evaluate(() => window.told) ?? Promise.resolve([])

declare global {
  interface Window {
    told: { event: string }[]
  }
}

function frame(): void {
  window.told = []
  window.addEventListener('message', ({ data }: MessageEvent<string>) => {
    window.told.push(JSON.parse(data.replace('chatwoot-widget:', '')) as { event: string })
  })
  window.parent.postMessage('chatwoot-widget:{"event":"loaded"}', '*')
}

function sdk(): void {
  const run = ({ baseUrl, websiteToken }: { baseUrl: string; websiteToken: string }) => {
    if ('$chatwoot' in window) return
    const sheet = document.createElement('style')
    sheet.textContent =
      '.woot--bubble-holder { position: fixed; right: 20px; bottom: 20px; width: 64px; height: 64px }'
    document.body.append(sheet)
    const address = `${baseUrl}/widget?website_token=${websiteToken}`
    const inner = document.createElement('iframe')
    inner.src = address
    inner.title = 'Chat'
    inner.style.visibility = 'hidden'
    const bubble = document.createElement('button')
    bubble.className = 'woot--bubble-holder'
    bubble.textContent = 'Chat with us'
    bubble.hidden = true
    const send = (event: string, more: object) =>
      inner.contentWindow?.postMessage(`chatwoot-widget:${JSON.stringify({ event, ...more })}`, '*')
    const widget = {
      hasLoaded: false,
      setUser: (identifier: string, user: object) => {
        document.cookie = `cw_user_${websiteToken}=${identifier}; SameSite=Lax; path=/`
        send('set-user', { identifier, user })
      },
      toggle: (state: 'open' | 'close') => {
        inner.setAttribute(
          'style',
          `height: 100% !important; visibility: ${state === 'open' ? '' : 'hidden'}`,
        )
        send('toggle-open', { isOpen: state === 'open' })
      },
      toggleBubbleVisibility: (visibility: 'show' | 'hide') => {
        bubble.hidden = visibility === 'hide'
      },
      reset: () => {
        document.cookie = `cw_user_${websiteToken}=; max-age=0; path=/`
        inner.src = address
      },
    }
    Object.assign(window, { $chatwoot: widget })
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data !== 'chatwoot-widget:{"event":"loaded"}') return
      const isFirst = !widget.hasLoaded
      widget.hasLoaded = true
      if (isFirst) window.dispatchEvent(new Event('chatwoot:ready'))
    })
    document.body.append(inner, bubble)
  }
  Object.assign(window, { chatwootSDK: { run } })
}
