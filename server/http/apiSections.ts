import { contract, type ResourceName } from '../../src/contract'
import { schemaName } from '../../src/contract/schema'

/** The descriptions of the resources in the API document. */
const ofResources: Readonly<Record<ResourceName, string>> = {
  users: 'Everybody who can sign in. Administered by the team of the provider.',
  profiles:
    'The mail account, the default calendar and the working hours of a user; nobody else can change them.',
  tags: 'Coloured labels on opportunities.',
  states: 'The 50 states and the District of Columbia.',
  contentTypes: 'The kinds of record that notes and files can hang on.',
  sourceNames: 'Brokers and consultants that bring indirect deals.',
  utilities: 'Local distribution companies.',
  utilityStates: 'The services of utilities, each in one state.',
  organizations: 'Legal entities: customers, suppliers and whoever else signs.',
  addresses: 'Places where gas is delivered, bills are sent or people sit.',
  contacts: 'People whom the brokerage deals with.',
  organizationAddresses: 'Which organization uses which address, and what for.',
  organizationContacts: 'Who works where, as what, and how they want to be reached there.',
  opportunities: 'Prospective deals.',
  creditSetups:
    'For which organization of which opportunity a credit setup has been requested, by whom and when.',
  bids: 'Pricing requests to suppliers, each for one opportunity, one legal entity and one service of a utility.',
  notes: 'Rich-text notes on opportunities, bids, organizations and contacts.',
  files: 'Files that hang on opportunities, bids, organizations and contacts.',
  todos: 'Tasks: what has to be done by when, and for which organizations.',
  organizationTodos: 'Which task is about which organization.',
  activities: 'Activities, scheduled events and meetings, in one store.',
  messages: 'The mail of the connected account of the user who asks.',
  messageAttachments: 'Files that came or went with the messages of the user who asks.',
}

/** The groups of operations, in the order in which they are shown. */
export const apiSections = [
  { name: 'Session', description: 'Sign-in, refresh and sign-out.' },
  ...Object.entries(ofResources).map(([name, description]) => ({
    name: schemaName(contract[name as ResourceName]),
    description,
  })),
  { name: 'CalendarFeed', description: 'One’s own activities, for calendar programs to subscribe to.' },
  { name: 'Mail', description: 'The connected mail and calendar account.' },
  { name: 'Bureau', description: 'The credit bureau.' },
  { name: 'Connections', description: 'What is asked of others outside, and how that goes.' },
  { name: 'Events', description: 'What changes, told while it happens.' },
]
