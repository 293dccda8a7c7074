/**
 * Shows that tsc refuses a declaration that names what neither the contract nor the tables have.
 * Nothing here runs: a line marked @ts-expect-error fails the type check as soon as it compiles.
 */
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { contract, type ResourceName } from '../../src/contract'
import type { TableOf } from '../db/tables'
import type { Write } from './context'
import type { Columns } from './declaration'
import { defineResource, digits, digitsMatch, joined, nameMatch, shared } from './define'
import { documentRoute } from './http/documentation'
import { route } from './http/route'
import { parseInput } from './input'
import { single } from './read/query'
import { resourceOf } from './registry'
import { createFromValues } from './write/create'
import { updateFromValues } from './write/update'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(proof?: T) => proof

// Every resource has a table of its name.
holds<Same<{ [N in ResourceName]: [TableOf<N>] extends [never] ? N : never }[ResourceName], never>>()

const links = {
  tags: { table: 'opportunity_tags', own: 'opportunity_id', target: 'tag_id', order: 'position' },
  organizations: { table: 'opportunity_organizations', own: 'opportunity_id', target: 'organization_id' },
  bids: { table: 'bids', own: 'opportunity', target: 'bid_id' },
} as const
const search = ['opportunity_name'] as const
const description = 'Planted.'

// A declaration that uses every part of the types compiles.
export const right = [
  defineResource('opportunities', {
    description,
    links,
    search: ['opportunity_name', shared('tags.name'), 'bids.utility_state.name'],
    sortKeys: { opportunity_name: 'opportunity_name', tags: 'tags.name' },
    orderedBy: { sales_annual_volume_manual: 'annual_volume_dth' },
    check: ({ source_type, source_name }, before, sent) =>
      source_type === 'INDIRECT' && source_name === null && before?.source_name !== sent.source_name
        ? { source_name: 'Choose an entry of the list.' }
        : {},
    prepare: async (write, { credit_request }) =>
      write.actor === null && credit_request === 'yes' ? { broker_name: null } : { broker_fee: 0 },
    cascades: [{ resource: 'notes', by: 'owner_id', where: { owner_type: 'opportunity' } }],
  }),
  defineResource('contacts', {
    description,
    links: {
      organizations_contacts: {
        table: 'organization_contacts',
        own: 'contact',
        target: 'organization_contact_id',
      },
      current_organizations: { table: 'organization_contacts', own: 'contact', target: 'organization' },
      current_jobs: {
        table: 'organization_contacts',
        own: 'contact',
        target: 'organization_contact_id',
        where: { employment_status: 'active' },
        to: 'organizationContacts',
      },
    },
    search: [joined('first_name', 'last_name'), digits('personal_mobile')],
    sortKeys: { job_title: 'current_jobs.job_title' },
    derived: { work_email: 'current_jobs.work_email' },
    matchKeys: { name: nameMatch('first_name', 'last_name') },
    duplicates: { work_email: ({ work_email }) => (work_email === undefined ? null : null) },
    contents: { crystal_profile: 'crystal_profile_key' },
    compute: ({ last_name }) => ({ name: last_name }),
  }),
]

// A column in a rule.
defineResource('opportunities', {
  description,
  links,
  search,
  // @ts-expect-error -- broker_nam is no column
  compute: ({ broker_nam }) => ({ broker_name: String(broker_nam) }),
})

// A field in a condition.
defineResource('opportunities', {
  description,
  links,
  search,
  // @ts-expect-error -- expected_close is no field
  check: (values) => (values.expected_close === null ? { expected_close_date: 'Required.' } : {}),
})

// A value of an option list.
defineResource('opportunities', {
  description,
  links,
  search,
  // @ts-expect-error -- a source is INDIRECT or DIRECT
  check: ({ source_type }) => (source_type === 'DIRCT' ? { source_name: 'Required.' } : {}),
})

// A relation.
defineResource('opportunities', {
  description,
  links,
  search,
  // @ts-expect-error -- opportunities have tags, no tag
  sortKeys: { tags: 'tag.name' },
})

// A search path.
defineResource('opportunities', {
  description,
  links,
  // @ts-expect-error -- organizations have a name, no title
  search: ['organizations.title'],
})

// A returned column.
defineResource('opportunities', {
  description,
  links,
  search,
  // @ts-expect-error -- broker_fees is no column
  prepare: (_write, { source_fee }) => Promise.resolve({ broker_name: null, broker_fees: source_fee }),
})

// A link table.
defineResource('opportunities', {
  description,
  // @ts-expect-error -- the table is opportunity_tags
  links: { ...links, tags: { table: 'opportunities_tags', own: 'opportunity_id', target: 'tag_id' } },
  search,
})

// The same in the other parts of a declaration.
defineResource('opportunities', {
  description,
  // @ts-expect-error -- a column of another table
  links: { ...links, tags: { table: 'opportunity_tags', own: 'opportunity', target: 'tag_id' } },
  search,
})
defineResource('opportunities', {
  description,
  // @ts-expect-error -- a part of a link
  links: { ...links, bids: { table: 'bids', own: 'opportunity', target: 'bid_id', sorted: ['bid_id'] } },
  search,
})
// @ts-expect-error -- the links of its relations to many are missing
defineResource('opportunities', { description, search })
// @ts-expect-error -- the link of one of them is missing
defineResource('opportunities', { description, links: { tags: links.tags, bids: links.bids }, search })
defineResource('addresses', {
  description,
  links: {
    organizations_addresses: {
      table: 'organization_addresses',
      own: 'address',
      target: 'organization_address_id',
    },
    // @ts-expect-error -- a status is active or expired
    current_organizations: {
      table: 'organization_addresses',
      own: 'address',
      target: 'organization',
      where: { property_status: 'actve' },
    },
  },
  search: [],
})
defineResource('utilityStates', {
  description,
  search: [
    // @ts-expect-error -- a shared path
    shared('utilty.name'),
    // @ts-expect-error -- a path of digits
    digits('utility.nam'),
    // @ts-expect-error -- one of several columns
    joined('name', 'statu'),
  ],
  // @ts-expect-error -- an ordering without a column of its key
  sortKeys: { status: 'status' },
  // @ts-expect-error -- a resource to hold
  cascades: [{ resource: 'bid', by: 'utility_state' }],
})
defineResource('tags', {
  description,
  search: [],
  // @ts-expect-error -- errors are told by the fields of a body
  check: ({ name }) => (name === '' ? { name: 'Required.' } : { nme: 'Required.' }),
})
defineResource('tags', {
  description,
  search: [],
  // @ts-expect-error -- the same without a right one beside it
  check: ({ name }) => (name === '' ? { nme: 'Required.' } : {}),
  // @ts-expect-error -- a column of another name alone
  compute: () => ({ colour: 'red' }),
})
defineResource('tags', {
  description,
  search: [],
  // @ts-expect-error -- a column of the server's own
  derived: { nam_key: 'name' },
  // @ts-expect-error -- a column whose text is unique
  unique: { colour: 'Taken.' },
})
defineResource('bids', {
  description,
  search: [],
  isCascaded: true,
  // @ts-expect-error -- a computed column
  orderedBy: { annual_volume: 'annual_volume_th' },
  // @ts-expect-error -- a column of the notes
  cascades: [{ resource: 'notes', by: 'owner', where: { owner_type: 'bid' } }],
})
defineResource('files', {
  description,
  search: [],
  // @ts-expect-error -- the column of a content's key
  contents: { file: 'storage' },
  // @ts-expect-error -- relations of a record
  confidential: ['creator'],
  // @ts-expect-error -- the column of the owner
  owner: 'owner_ids',
})
defineResource('organizationAddresses', {
  description,
  search: [],
  // @ts-expect-error -- relations that are unique together
  uniqueTogether: { fields: ['organization', 'adress'], text: 'already linked' },
})
defineResource('organizations', {
  description,
  links: {
    addresses: { table: 'organization_addresses', own: 'organization', target: 'address' },
    contacts: { table: 'organization_contacts', own: 'organization', target: 'contact' },
    bids: { table: 'bids', own: 'legal_entity', target: 'bid_id' },
  },
  search: [],
  matchKeys: {
    // @ts-expect-error -- a column of a match key
    tax_id: digitsMatch('taxid'),
  },
})

// A route reads what its document has.
export function routesRight(app: FastifyInstance): void {
  const params = Type.Object({ id: Type.Integer() })
  const querystring = Type.Object({ dry_run: Type.Optional(Type.Boolean()) })
  const document = { ...documentRoute('Tag', 'Planted', null, contract.tags.fields), params, querystring }
  route(app, {
    method: 'POST',
    path: '/planted/:id/',
    document,
    handler: async ({ params, query }, _reply, readBody) => {
      holds<Same<typeof params.id, string>>()
      holds<Same<Awaited<ReturnType<typeof readBody>>['name'], string>>()
      single(query, 'dry_run')
      // @ts-expect-error -- a parameter of the query
      single(query, 'dryrun')
      // @ts-expect-error -- a parameter of the path
      String(params.tag)
      // @ts-expect-error -- a field of the body
      String((await readBody()).nme)
    },
  })
}

/** What the server itself stores. */
export async function storesRight(write: Write, columns: Columns<'opportunities'>): Promise<void> {
  const bids = resourceOf('bids')
  const todos = resourceOf('todos')
  const opportunities = resourceOf('opportunities')

  // Values of the contract, relations to many, and columns of the server's own.
  const bid = await createFromValues(write, bids, {
    name: 'First',
    supplier: 'utility',
    terms: [12],
    swing: [0.1],
    pricing_type: [1],
    opportunity: 1,
    legal_entity: 1,
    utility_state: 1,
  })
  await updateFromValues(write, bids, bid, { name: 'Second', supplier: 'direct' })
  await updateFromValues(write, opportunities, 1, { credit_request: 'yes', tags: [1], ...columns })
  await updateFromValues(write, resourceOf('users'), 1, { password_hash: null })

  // @ts-expect-error -- broker_nam is no column
  await updateFromValues(write, opportunities, 1, { broker_nam: 'Anna' })
  // @ts-expect-error -- the same beside a right one
  await updateFromValues(write, opportunities, 1, { credit_request: 'yes', broker_nam: 'Anna' })
  const spread = { broker_name: 'Anna', broker_fees: 1 }
  // @ts-expect-error -- the same in an object that is spread
  await updateFromValues(write, opportunities, 1, { ...spread })
  // @ts-expect-error -- a credit request is yes or no
  await updateFromValues(write, opportunities, 1, { credit_request: 'yess' })
  // @ts-expect-error -- ids, not names
  await updateFromValues(write, opportunities, 1, { tags: ['winter'] })
  // @ts-expect-error -- an entry of a list of options
  await updateFromValues(write, bids, bid, { pricing_type: [9] })
  // @ts-expect-error -- a column of another table
  await updateFromValues(write, bids, bid, { opportunity_name: 'Deal' })
  // @ts-expect-error -- a new todo needs a name
  await createFromValues(write, todos, {
    description: '<p>Call</p>',
    time_needed: '00:30:00',
    completed_within: 3,
  })
  // @ts-expect-error -- nme is no column
  await createFromValues(write, resourceOf('utilities'), { name: 'Tollgate Gas', nme: 'Tollgate' })
}

// A body that has been read has the types of its fields.
const tag = await parseInput(contract.tags.fields, {}, 'create')
holds<Same<typeof tag.description, string>>()
// @ts-expect-error -- nme is no field
export const { nme } = tag
