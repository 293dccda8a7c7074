import type { ChatWidget } from './chat'
import type { ListAnswer } from './answers'
import type { BureauSearch } from './bureau'
import { boolean, integer, text, type InputOf, type RowOf } from './fields'

/** Body of POST /api/token/: a name and a password, and whether the session is remembered. */
export const credentials = {
  path: '/api/token/',
  fields: {
    username: text({
      required: true,
      max: 150,
      shape: 'identifier',
      requiredMessage: 'Username is required',
    }),
    password: text({ required: true, secret: true, max: 1000, requiredMessage: 'Password is required' }),
    remember: boolean({ default: true, apiDescription: 'False: the session ends 12 hours after it began.' }),
  },
} as const
export type Credentials = InputOf<typeof credentials>

/** Body of POST /api/token/refresh/ and POST /api/token/revoke/. */
export const refreshRequest = {
  path: '/api/token/refresh/',
  fields: { refresh: text({ required: true, secret: true, max: 1000 }) },
} as const
export type RefreshRequest = InputOf<typeof refreshRequest>

/** Ends the session of a refresh token; answers 204 whether or not it was active. */
export const revokePath = '/api/token/revoke/'

/** A new pair of tokens. `expires_in` is the remaining lifetime of the access token in seconds. */
export const tokenAnswer = {
  fields: {
    access: text({ required: true, secret: true }),
    refresh: text({ required: true, secret: true }),
    expires_in: integer({ required: true }),
  },
} as const
export type TokenAnswer = RowOf<typeof tokenAnswer>

/** The answer of a sign-in: tokens, and the user they belong to. */
export interface SignInAnswer extends TokenAnswer {
  user: { id: number; username: string }
}

/** The signed-in user's own sessions: list (GET), end all others (DELETE) or one of them. */
export const sessionsPath = '/api/sessions/'
export const sessionPath = (id: string) => `${sessionsPath}${id}/`

/** An active session of the signed-in user. */
export interface SignedInPlace {
  id: string
  /** The user agent at sign-in, shortened; null where the browser sent none. */
  user_agent: string | null
  /** The network address of its last refresh, or of the sign-in; null for sessions older than this field. */
  address: string | null
  created_at: string
  /** Accurate to the lifetime of an access token. */
  last_used_at: string
  /** The session of this request. */
  is_current: boolean
}
export type SignedInPlaces = ListAnswer<SignedInPlace>

/** Answers the signed-in user; `?expand=profile` nests the profile. */
export const currentUserPath = '/api/users/me/'

/** All recipients of messages and invitations: users and synced contacts, unique by email. */
export const participantsPath = '/api/mpg/nylas-contacts/'
export interface Participant {
  id: number
  email: string
  first_name: string | null
  last_name: string | null
}

/** Settings of the installation that the sign-in page needs before a sign-in. */
export const installationPath = '/api/installation/'
export interface Installation {
  /** Target of the single sign-on button, or null without a configured directory. */
  directory: { provider: string; label: string } | null
  /** Tiles of the maps, or null where maps show outlines only. */
  map_tiles: MapTiles | null
  /** The support chat, or null where the built-in help panel is used (SHELL-6). */
  chat: ChatWidget | null
  /** Whether registration is possible, and whether accounts require approval. */
  sign_up: SignUp
  /** Whether emails are confirmed by links; otherwise by the provider's team. */
  sends_links: boolean
  /** The registry of made-up businesses in the place of a credit bureau, or null where one is configured (BUR-5). */
  demo_bureau: DemoBureau | null
}

/** A registry of made-up businesses. */
export interface DemoBureau {
  /** Its name, also beside its results. */
  label: string
  /** A search that finds something. */
  example: BureauSearch
}

/** The registration modes of an installation (AUTH-16). */
export const signUps = ['approval', 'open', 'off'] as const
export type SignUp = (typeof signUps)[number]

/** A server of map tiles. */
export interface MapTiles {
  /** Address template of a tile, with the placeholders {z}, {x} and {y}. */
  url: string
  /** Attribution required by the maps' provider; '' for none. */
  attribution: string
}

/** The page that every sign-in returns to, and the only return address of a directory. */
export const signInPath = '/login'

/** Start of a sign-in through a directory; it returns to `requestUri` with a code and a state. */
export const directoryLoginPath = (provider: string) => `/rest/login/${provider}/`

/** Exchanges that code and state for a session, once (AUTH-6). */
export const directoryCompletePath = (provider: string) => `/rest/complete/${provider}/`

/** The query parameters of a directory's return, and the return address without its query. */
export const directoryReturn = {
  fields: {
    provider: text({ required: true }),
    code: text({ required: true, secret: true }),
    state: text({ required: true, secret: true }),
    iss: text({ apiDescription: 'By which directory, where that says so.' }),
    requestUri: text({ required: true }),
  },
} as const
