import { activitiesApi } from '../../api/activitiesApi'
import { addressesApi } from '../../api/addressesApi'
import { bidsApi } from '../../api/bidsApi'
import { contactsApi } from '../../api/contactsApi'
import { messagesApi } from '../../api/messagesApi'
import { opportunitiesApi } from '../../api/opportunitiesApi'
import { organizationsApi } from '../../api/organizationsApi'
import { tagsApi } from '../../api/tagsApi'
import { todosApi } from '../../api/todosApi'
import { accountsApi } from '../../api/usersApi'
import type { ResourceName, Row } from '../../contract'
import { personName } from '../../contract/personName'
import { paramsOf } from '../../features/activities/shownIn'
import { activityPaths } from '../../resources/activities/paths'
import { addressPaths } from '../../resources/addresses/paths'
import { bidTitle } from '../../resources/bids/names'
import { bidPaths } from '../../resources/bids/paths'
import { contactPaths } from '../../resources/contacts/paths'
import { inboxPaths } from '../../resources/messages/paths'
import { opportunityPaths } from '../../resources/opportunities/paths'
import { fieldMetaOf } from '../../resources/kit/fieldMeta'
import { organizationFieldMeta } from '../../resources/organizations/fieldMeta'
import { organizationName, organizationPaths } from '../../resources/organizations/paths'
import { tagPaths } from '../../resources/tags/paths'
import { taskFieldMeta } from '../../resources/tasks/fieldMeta'
import { taskPaths } from '../../resources/tasks/paths'
import { userPaths } from '../../resources/users/paths'
import { dayOf } from '../../ui/calendar/periods'
import type { ListEndpoint, Within } from '../../ui/list/useResourceList'

type Details = readonly (string | null | undefined)[]

/** A resource searched by the palette. */
export interface Source<N extends ResourceName> {
  resource: N
  /** 'Organizations' */
  title: string
  endpoint: ListEndpoint<N>
  within?: Within
  /** Path of the list with all results. */
  list?: string
  /** Path of a record, or of the list filtered by it. */
  to: (row: Row<N>) => string
  /** The record's name, where it differs from the contract's. */
  nameOf?: (row: Row<N>) => string
  /** Secondary texts. */
  details?: (row: Row<N>) => Details
}

/** Path of a list with a search. */
export const searched = (list: string, q: string) => `${list}?${new URLSearchParams({ q }).toString()}`

/** 'Tax ID 12-3456789' */
const named = (row: Row<'organizations'>, name: 'tax_id' | 'duns_number' | 'bin_number' | 'zoominfo_id') =>
  row[name] && `${fieldMetaOf(organizationFieldMeta, name).label} ${row[name]}`

export const opportunities: Source<'opportunities'> = {
  resource: 'opportunities',
  title: 'Opportunities',
  endpoint: opportunitiesApi.endpoints.opportunitiesList,
  list: opportunityPaths.list,
  to: ({ opportunity_id }) => opportunityPaths.details(opportunity_id),
  nameOf: ({ opportunity_name }) => opportunity_name,
  details: ({ broker_name, sales_represented }) => [broker_name, sales_represented],
}

export const organizations: Source<'organizations'> = {
  resource: 'organizations',
  title: 'Organizations',
  endpoint: organizationsApi.endpoints.organizationsList,
  list: organizationPaths.list,
  to: ({ organization_id }) => organizationPaths.details(organization_id),
  nameOf: organizationName,
  details: (row) => [
    row.dba,
    ...(['tax_id', 'duns_number', 'bin_number', 'zoominfo_id'] as const).map((name) => named(row, name)),
  ],
}

export const contacts: Source<'contacts'> = {
  resource: 'contacts',
  title: 'Contacts',
  endpoint: contactsApi.endpoints.contactsList,
  list: contactPaths.list,
  to: ({ contact_id }) => contactPaths.record(contact_id),
  nameOf: ({ name }) => name,
  details: ({ personal_email, personal_mobile }) => [personal_email, personal_mobile],
}

export const addresses: Source<'addresses'> = {
  resource: 'addresses',
  title: 'Addresses',
  endpoint: addressesApi.list,
  list: addressPaths.list,
  to: ({ address_id }) => addressPaths.details(address_id),
}

export const bids: Source<'bids'> = {
  resource: 'bids',
  title: 'Bids',
  endpoint: bidsApi.endpoints.bidsList,
  to: ({ opportunity, bid_id }) => bidPaths.record(opportunity, bid_id),
  nameOf: bidTitle,
}

export const tasks: Source<'todos'> = {
  resource: 'todos',
  title: 'Tasks',
  endpoint: todosApi.list,
  list: taskPaths.list,
  to: ({ id }) => taskPaths.details(id),
  details: ({ status }) => [fieldMetaOf(taskFieldMeta, 'status').nameOf?.(status as never)],
}

/** Activities have no list of their own: each links to its week. */
export const activities: Source<'activities'> = {
  resource: 'activities',
  title: 'Activities',
  endpoint: activitiesApi.list,
  to: ({ start }) => {
    const shown = paramsOf({ view: 'week', date: dayOf(start * 1000), isOwn: false })
    return `${activityPaths.list}?${shown.toString()}`
  },
}

/** Same order as the inbox; a conversation includes sent messages. */
export const messages: Source<'messages'> = {
  resource: 'messages',
  title: 'Inbox',
  endpoint: messagesApi.endpoints.messagesList,
  within: { direction: 'received' },
  list: inboxPaths.list,
  to: ({ id }) => inboxPaths.message(id),
  details: ({ from }) => from.map(personName),
}

export const tags: Source<'tags'> = {
  resource: 'tags',
  title: 'Tags',
  endpoint: tagsApi.list,
  list: tagPaths.list,
  to: ({ name }) => searched(tagPaths.list, name),
  details: ({ description }) => [description],
}

export const users: Source<'users'> = {
  resource: 'users',
  title: 'Users',
  endpoint: accountsApi.list,
  list: userPaths.list,
  to: ({ username }) => searched(userPaths.list, username),
  details: ({ first_name, last_name, email }) => [[first_name, last_name].filter(Boolean).join(' '), email],
}
