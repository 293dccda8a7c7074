import type { Link, ServerResource } from '../kit/resource'
import { resources } from '../resources'
import { accountCount, profileAt, userAt } from './accounts'
import { activityAt, activityCount } from './activities'
import { addressAt } from './addresses'
import { bidAt } from './bids'
import { contactAt } from './contacts'
import { contractAccountAt } from './contractAccounts'
import { contractAt } from './contracts'
import { creditSetupAt } from './creditSetups'
import { curveAt, curveCount, curvePointAt, curvePointCount, heatContentAt, heatContentCount } from './market'
import { fileAt, fileCount } from './files'
import { attachedAt, attachedCount } from './messageAttachments'
import { contactMessageCount, mailAt } from './contactMessages'
import { messageCount } from './messages'
import { noteAt } from './notes'
import { opportunityAt } from './opportunities'
import { organizationAddressAt } from './organizationAddresses'
import { organizationContactAt } from './organizationContacts'
import { organizationTodoAt } from './organizationTodos'
import { organizationAt } from './organizations'
import { quoteAt } from './quotes'
import { sizeOf, ownedRowCount, wholeGroups, type Grouped } from './sizes'
import { supplierAt, supplierCount } from './suppliers'
import { tagAt, tagCount } from './tags'
import { todoAt } from './todos'
import { utilityAt, utilityCount } from './utilities'
import { utilityStateAt, utilityStateCount } from './utilityStates'
import { viewAt, viewCount } from './views'
import { memoized, type World } from './world'
import { utilityAccountAt, utilityAccountCount } from './utilityAccounts'
import { meterAt, meterCount } from './meters'
import { billPeriodAt, billPeriodCount } from './billPeriods'
import { messageTemplateAt, messageTemplateCount } from './messageTemplates'
import { teamAt, teamCount } from './teams'

type RowAt = (world: World, index: number) => Readonly<Record<string, unknown>>

/** A table of the demo data. */
export interface DemoTable {
  resource: ServerResource
  /** The number of rows for a number of opportunities. For 0, there are only the accounts. */
  size: (opportunities: number) => number
  /** The record at an index, relations to many as ids; its own id is the index + 1. */
  rowAt: RowAt
  /** The kind of its rows, for tables made in groups. */
  kind?: Grouped
}

type Size = DemoTable['size']

/** A table, with the columns that the server computes from a record's own ones. */
const table = (resource: ServerResource, size: Size, rowAt: RowAt): DemoTable => ({
  resource,
  size,
  rowAt: memoized((world, index) => {
    const row = rowAt(world, index)
    return { ...row, ...resource.compute(row) }
  }),
})

/** A table of whole groups. */
const grouped = (kind: Grouped & keyof typeof resources, rowAt: RowAt): DemoTable => ({
  ...table(resources[kind], (opportunities) => sizeOf(kind, opportunities), rowAt),
  kind,
})

/** A fixed number, in any installation with opportunities. */
const fixed =
  (count: number): Size =>
  (opportunities) =>
    opportunities > 0 ? count : 0

/** Messages in mailboxes, in any installation with opportunities. */
export const mailCount = messageCount + contactMessageCount

/** Each table after those that it references. A new table is added here, and changes no row of the others. */
export const demoTables: readonly DemoTable[] = [
  table(resources.profiles, () => accountCount, profileAt),
  table(resources.users, () => accountCount, userAt),
  table(resources.teams, fixed(teamCount), teamAt),
  table(resources.tags, fixed(tagCount), tagAt),
  table(resources.utilities, fixed(utilityCount), utilityAt),
  table(resources.utilityStates, fixed(utilityStateCount), utilityStateAt),
  table(resources.heatContents, fixed(heatContentCount), heatContentAt),
  table(resources.curves, fixed(curveCount), curveAt),
  table(resources.curvePoints, fixed(curvePointCount), curvePointAt),
  table(resources.suppliers, fixed(supplierCount), supplierAt),
  grouped('organizations', organizationAt),
  grouped('addresses', addressAt),
  grouped('organizationAddresses', organizationAddressAt),
  grouped('contacts', contactAt),
  grouped('organizationContacts', organizationContactAt),
  table(resources.opportunities, (opportunities) => opportunities, opportunityAt),
  table(resources.creditSetups, wholeGroups, creditSetupAt),
  table(resources.utilityAccounts, utilityAccountCount, utilityAccountAt),
  table(resources.meters, meterCount, meterAt),
  table(resources.billPeriods, billPeriodCount, billPeriodAt),
  table(resources.bids, (opportunities) => ownedRowCount('bids', opportunities), bidAt),
  table(resources.quotes, (opportunities) => ownedRowCount('quotes', opportunities), quoteAt),
  table(resources.contracts, (opportunities) => ownedRowCount('contracts', opportunities), contractAt),
  table(
    resources.contractAccounts,
    (opportunities) => ownedRowCount('contractAccounts', opportunities),
    contractAccountAt,
  ),
  table(resources.notes, (opportunities) => ownedRowCount('notes', opportunities), noteAt),
  table(resources.files, fileCount, (world, index) => fileAt(world, index).row),
  grouped('todos', todoAt),
  grouped('organizationTodos', organizationTodoAt),
  table(resources.activities, activityCount, activityAt),
  table(resources.messages, fixed(mailCount), mailAt),
  table(resources.views, fixed(viewCount), viewAt),
  table(resources.messageAttachments, attachedCount, (world, index) => attachedAt(world, index).row),
  table(resources.messageTemplates, fixed(messageTemplateCount), messageTemplateAt),
]

/** Tables of what is kept beside the records, without a resource (billPeriods.ts, contactMessages.ts). */
export const keptTables = [
  { table: 'meter_months', size: billPeriodCount },
  { table: 'account_months', size: billPeriodCount },
  { table: 'message_addresses', size: fixed(mailCount) },
] as const

const recordTables = new Set<string>(demoTables.map(({ resource }) => resource.table))

/** The relations of a resource whose link table has no resource of its own. */
export const linksWithoutResource = ({ links }: ServerResource): [relation: string, link: Link][] =>
  Object.entries(links).filter(([, { table }]) => !recordTables.has(table))
