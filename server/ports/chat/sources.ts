import type { ChatConfig } from '../../config'

/** Additional sources of the page, by directive of its content security policy. */
export type Sources = Readonly<Record<string, readonly string[]>>

/**
 * The sources that a chat needs beyond those of the page, and no others (SHELL-6, TRUST-3). Its script is not listed,
 * since it is loaded by a script of the application.
 */
export function sourcesOf({ maker, script }: Pick<ChatConfig, 'maker' | 'script'>): Sources {
  const { host, origin } = new URL(script)
  if (host === intercomHost) return ofIntercom
  return {
    'style-src': [origin],
    'img-src': [origin],
    'font-src': [origin],
    'media-src': [origin],
    'connect-src': [origin, `wss://${host}`],
    'frame-src': [origin],
    // Chatwoot sets the height of its frame by an attribute.
    ...(maker === 'chatwoot' && { 'style-src-attr': ["'unsafe-inline'"] }),
  }
}

const intercomHost = 'widget.intercom.io'

/** In each of its regions. */
const regions = ['', 'eu.', 'au.']
const websockets = [
  'nexus-websocket-a',
  'nexus-websocket-b',
  'nexus-europe-websocket',
  'nexus-australia-websocket',
]
const uploads = [
  'https://uploads.intercomcdn.com',
  'https://uploads.intercomcdn.eu',
  'https://uploads.au.intercomcdn.com',
  'https://uploads.eu.intercomcdn.com',
  'https://uploads.intercomusercontent.com',
]

/**
 * As required by Intercom: intercom.com/help/en/articles/3894-using-intercom-with-content-security-policy. Its
 * 'unsafe-inline' for styles is left out: browsers ignore it beside a nonce.
 */
const ofIntercom: Sources = {
  'connect-src': [
    'https://via.intercom.io',
    'https://api-ping.intercom.io',
    ...regions.flatMap((region) => [
      `https://api.${region}intercom.io`,
      `https://api-iam.${region}intercom.io`,
    ]),
    'https://*.intercom-messenger.com',
    'wss://*.intercom-messenger.com',
    ...websockets.flatMap((name) => [`https://${name}.intercom.io`, `wss://${name}.intercom.io`]),
    ...uploads,
  ],
  'frame-src': [
    'https://intercom-sheets.com',
    'https://www.intercom-reporting.com',
    'https://www.youtube.com',
    'https://player.vimeo.com',
    'https://fast.wistia.net',
  ],
  'font-src': ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
  'media-src': ['https://js.intercomcdn.com', 'https://downloads.intercomcdn.com'],
  'form-action': [
    'https://intercom.help',
    ...regions.map((region) => `https://api-iam.${region}intercom.io`),
  ],
  'img-src': [
    'https://js.intercomcdn.com',
    'https://static.intercomassets.com',
    'https://static.intercomassets.eu',
    'https://static.au.intercomassets.com',
    'https://downloads.intercomcdn.com',
    'https://downloads.intercomcdn.eu',
    'https://downloads.au.intercomcdn.com',
    'https://gifs.intercomcdn.com',
    'https://video-messages.intercomcdn.com',
    'https://messenger-apps.intercom.io',
    'https://*.intercom-attachments.com',
    'https://*.intercom-attachments.eu',
    ...uploads,
  ],
}
