/** What this installation asks of somebody outside, and how that goes, for the provider's team (TRUST-26). */

export const connectionsPath = '/api/connections/'
/** Tries a connection now; answers with how it stands then. */
export const tryConnectionPath = (key: string) => `${connectionsPath}${key}/try/`

interface Kind {
  title: string
  about: string
  /** What there is as long as nothing is configured. */
  builtIn: string
}

/** Every connection that an installation can have, in the order in which they are shown. */
export const connectionKinds = {
  directory: {
    title: 'Directory',
    about: "Signs the provider's team in with the accounts of their company.",
    builtIn: 'Not configured: demo accounts sign in through a built-in one, everybody else with a password.',
  },
  mail: {
    title: 'Mail and calendar service',
    about: 'Connects the mailboxes and calendars of users.',
    builtIn: 'Built in: mailboxes and calendars of this installation.',
  },
  smtp: {
    title: 'Mail server',
    about: 'Takes mail that goes to people elsewhere.',
    builtIn: 'Not configured: mail stays within this installation.',
  },
  bureau: {
    title: 'Credit bureau',
    about: 'Finds businesses from which organizations are made.',
    builtIn: 'Built in: a demo registry of businesses that do not exist.',
  },
  profiles: {
    title: 'Profile fetcher',
    about: 'Reads profiles of contacts on LinkedIn.',
    builtIn: 'Built in: profiles of what Citygate itself knows.',
  },
  files: {
    title: 'File storage',
    about: 'Keeps the files of all records.',
    builtIn: 'Built in: a folder of the server.',
  },
} satisfies Record<string, Kind>
export type ConnectionKey = keyof typeof connectionKinds
export const connectionKeys = Object.keys(connectionKinds) as ConnectionKey[]

export const connectionStatuses = ['built in', 'not tried yet', 'working', 'failing', 'left alone'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

export interface ConnectionView {
  key: ConnectionKey
  /** `left alone`: it failed several times in a row and is not asked for a while. */
  status: ConnectionStatus
  /** Where it is asked, without names and passwords; null for what is built in. */
  address: string | null
  /** Whether it can be tried without changing anything there. */
  can_try: boolean
  /** How many messages wait to be handed over; null where none ever do. */
  waiting: number | null
  /** ISO 8601; null where it has not been since the process started. */
  last_success: string | null
  last_error: { at: string; why: string } | null
}

/** How the process that answers sees them; others may have seen other things. */
export interface ConnectionsAnswer {
  results: ConnectionView[]
  process: { name: string; started_at: string }
}
