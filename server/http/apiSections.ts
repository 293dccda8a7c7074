import { schemaName } from '../../src/contract/schema'
import { resources } from '../resources'

/** The groups of operations, in the order in which they are shown. */
export const apiSections = [
  { name: 'Session', description: 'Sign-in, refresh and sign-out.' },
  {
    name: 'SecondFactor',
    description: 'Authenticator app, recovery codes and passkeys of the signed-in user.',
  },
  { name: 'ApiToken', description: 'Credentials of programs, which act as a user.' },
  ...Object.values(resources).map(({ contract, description }) => ({
    name: schemaName(contract),
    description,
  })),
  { name: 'Merge', description: 'Merges of two records that are the same, and their undo.' },
  { name: 'BulkChange', description: 'Changes of many records at once, and what became of each record.' },
  { name: 'Notification', description: 'What one is told, and wants to be told.' },
  { name: 'Import', description: 'Tables that were imported, of all kinds.' },
  { name: 'CalendarFeed', description: 'One’s own activities, for calendar programs to subscribe to.' },
  { name: 'Mail', description: 'The connected mail and calendar account.' },
  { name: 'Bureau', description: 'The credit bureau.' },
  { name: 'Connections', description: 'What is asked of others outside, and how that goes.' },
  { name: 'Webhook', description: 'Addresses outside that are told of changes.' },
  { name: 'Audit', description: 'Who did what, when and from where.' },
  { name: 'Events', description: 'What changes, told while it happens.' },
]
