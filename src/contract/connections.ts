/** The external services of this installation and their state, for the provider's team (TRUST-26). */

export const connectionsPath = '/api/connections/'
/** Tests a connection now; answers with its state afterwards. */
export const tryConnectionPath = (key: string) => `${connectionsPath}${key}/try/`

interface Kind {
  title: string
  description: string
  /** The built-in replacement while nothing is configured. */
  builtIn: string
}

/** Every connection that an installation can have, in display order. */
export const connectionKinds = {
  directory: {
    title: 'Directory',
    description: "Signs the provider's team in with the accounts of their company.",
    builtIn: 'Not configured: demo accounts sign in through a built-in one, everybody else with a password.',
  },
  mail: {
    title: 'Mail and calendar service',
    description: 'Connects the mailboxes and calendars of users.',
    builtIn: 'Built in: mailboxes and calendars of this installation.',
  },
  smtp: {
    title: 'Mail server',
    description: 'Takes mail that goes to people elsewhere.',
    builtIn: 'Not configured: mail stays within this installation.',
  },
  bureau: {
    title: 'Credit bureau',
    description: 'Finds businesses from which organizations are made.',
    builtIn: 'Built in: a demo registry of businesses that do not exist.',
  },
  profiles: {
    title: 'Profile fetcher',
    description: 'Reads profiles of contacts on LinkedIn.',
    builtIn: 'Built in: profiles of what Citygate itself knows.',
  },
  files: {
    title: 'File storage',
    description: 'Keeps the files of all records.',
    builtIn: 'Built in: a folder of the server.',
  },
} satisfies Record<string, Kind>
export type ConnectionKey = keyof typeof connectionKinds
export const connectionKeys = Object.keys(connectionKinds) as ConnectionKey[]

export const connectionStatuses = ['built in', 'not tried yet', 'working', 'failing', 'left alone'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

export interface ConnectionView {
  key: ConnectionKey
  /** `left alone`: it failed several times in a row and is not called for a while. */
  status: ConnectionStatus
  /** The service's address without user names and passwords; null for built-in services. */
  address: string | null
  /** Whether a test call without side effects exists. */
  can_try: boolean
  /** Number of messages in the queue; null where the connection has no queue. */
  waiting: number | null
  /** ISO 8601; null without a success since the process started. */
  last_success: string | null
  last_error: { at: string; why: string } | null
}

/** State as seen by the answering process; other processes may have other states. */
export interface ConnectionsAnswer {
  results: ConnectionView[]
  process: { name: string; started_at: string }
}
