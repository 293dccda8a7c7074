import type { ChatWidget } from './chat'
import { boolean, text, type InputOf, type ListAnswer } from './kit'

/** What POST /api/token/ takes: a name and a password, and how long the session may last. */
export const credentials = {
  path: '/api/token/',
  fields: {
    username: text({ required: true, max: 150, missing: 'Username is required' }),
    password: text({ required: true, max: 1000, missing: 'Password is required' }),
    remember: boolean({ default: true, about: 'False: the session ends 12 hours after it began.' }),
  },
} as const
export type Credentials = InputOf<typeof credentials>

/** What POST /api/token/refresh/ and POST /api/token/revoke/ take. */
export const refreshRequest = {
  path: '/api/token/refresh/',
  fields: { refresh: text({ required: true, max: 1000 }) },
} as const
export type RefreshRequest = InputOf<typeof refreshRequest>

/** Ends the session that a refresh token belongs to; answers 204 whether or not it was alive. */
export const revokePath = '/api/token/revoke/'

/** A fresh pair of tokens. `expires_in` counts the seconds that the access token still holds. */
export interface TokenAnswer {
  access: string
  refresh: string
  expires_in: number
}

/** The answer of a sign-in: tokens, and whose they are. */
export interface SignInAnswer extends TokenAnswer {
  user: { id: number; username: string }
}

/** Where the signed-in user sees the own sessions (GET), and ends all others (DELETE) or one of them. */
export const sessionsPath = '/api/sessions/'
export const sessionPath = (id: string) => `${sessionsPath}${id}/`

/** A place where somebody is signed in. */
export interface SignedInPlace {
  id: string
  /** What the browser there says of itself when it signs in, shortened; null where it says nothing. */
  user_agent: string | null
  created_at: string
  /** Within the time that an access token holds. */
  last_used_at: string
  /** The one that asks. */
  is_current: boolean
}
export type SignedInPlaces = ListAnswer<SignedInPlace>

/** Answers the signed-in user; `?expand=profile` nests the profile. */
export const currentUserPath = '/api/users/me/'

/** Everybody whom a message or an invitation can reach: users and synced contacts, unique by email. */
export const participantsPath = '/api/mpg/nylas-contacts/'
export interface Participant {
  id: number
  email: string
  first_name: string | null
  last_name: string | null
}

/** What the sign-in page needs to know of the installation before anybody has signed in. */
export const installationPath = '/api/installation/'
export interface Installation {
  /** Where the single sign-on button leads, or null where no directory is configured. */
  directory: { provider: string; label: string } | null
  /** What maps are laid over, or null where they show outlines only. */
  map_tiles: MapTiles | null
  /** The chat with the support, or null where the product's own help panel takes its place (SHELL-6). */
  chat: ChatWidget | null
  /** Whether people may ask for an account, and whether it opens without anybody's approval. */
  sign_up: SignUp
}

/** How an installation takes registrations (AUTH-16). */
export const signUps = ['approval', 'open', 'off'] as const
export type SignUp = (typeof signUps)[number]

/** A server of map tiles. */
export interface MapTiles {
  /** Where a tile is: with {z}, {x} and {y} in the places of its numbers. */
  url: string
  /** Whose maps they are, as their makers want to be named; '' for nobody. */
  attribution: string
}

/** The page to which everybody comes back who signs in, and the only one that a directory sends anybody back to. */
export const signInPath = '/login'

/** Where the browser goes to sign in through a directory; it comes back to `requestUri` with a code and a state. */
export const directoryLoginPath = (provider: string) => `/rest/login/${provider}/`

/** Exchanges what it has come back with for a session, once (AUTH-6). */
export const directoryCompletePath = (provider: string) => `/rest/complete/${provider}/`
