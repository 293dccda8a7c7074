import type { Generated, GeneratedAlways } from 'kysely'
import type { Contract, ResourceName } from '../../src/contract'
import type { ColumnsOf } from '../../src/contract/kit'

/** The contract's columns of a resource, its id given by the database. */
type ContractTable<N extends ResourceName> = {
  [K in keyof ColumnsOf<Contract[N]>]: K extends Contract[N]['idField']
    ? Generated<ColumnsOf<Contract[N]>[K]>
    : ColumnsOf<Contract[N]>[K]
}

/** Kept in the write's own transaction by kit/write/derive.ts: what q searches, and the folded keys of text orderings. */
interface Searched {
  search: string
}
/** Deleted records stay until somebody empties the trash; null: alive. */
interface Trashed {
  deleted_at: string | null
}

export interface UsersTable extends ContractTable<'users'>, Searched {
  /** argon2id, in the PHC string format; null for people who sign in only through the directory. */
  password_hash: string | null
  username_key: string
  first_name_key: string | null
  last_name_key: string | null
  email_key: string | null
}
interface TagsTable extends ContractTable<'tags'>, Searched {
  name_key: string
  description_key: string
}
interface OrganizationsTable extends ContractTable<'organizations'>, Searched, Trashed {
  name_key: string
  /** Where the logo lies in the file store. */
  logo_key: string | null
  /** Bytes, and whose they count as; null where there is none, or an old one. */
  logo_size: number | null
  logo_by: number | null
  /** True for organizations that came from the credit bureau. */
  from_bureau: boolean | null
}
interface OpportunitiesTable extends ContractTable<'opportunities'>, Searched, Trashed {
  opportunity_name_key: string
  sales_represented_key: string | null
  /** The folded name of the first tag. */
  tags_key: string | null
}
interface StatesTable extends ContractTable<'states'>, Searched {
  name_key: string
}
interface ContentTypesTable extends ContractTable<'contentTypes'>, Searched {}
type ProfilesTable = ContractTable<'profiles'> & { search: Generated<string> }
interface SourceNamesTable extends ContractTable<'sourceNames'>, Searched {
  name_key: string
}
interface UtilitiesTable extends ContractTable<'utilities'>, Searched {
  name_key: string
}
interface UtilityStatesTable extends ContractTable<'utilityStates'>, Searched {
  name_key: string
  utility_key: string | null
  state_key: string | null
}
interface AddressesTable extends ContractTable<'addresses'>, Searched, Trashed {
  address_street_key: string
  city_key: string
  state_key: string | null
  current_organizations_key: string | null
}
interface OrganizationAddressesTable extends ContractTable<'organizationAddresses'>, Searched, Trashed {
  organization_key: string | null
  address_key: string | null
}
interface ContactsTable extends ContractTable<'contacts'>, Searched, Trashed {
  /** At the first current organization. */
  work_email: string | null
  /** The email at which the contact is reached: at work, else at home. */
  mail_key: GeneratedAlways<string | null>
  /** Where the Crystal profile lies in the file store. */
  crystal_profile_key: string | null
  /** What the file is called that the link hands out. */
  crystal_profile_name: string | null
  /** Bytes, and whose they count as; null where there is none, or an old one. */
  crystal_profile_size: number | null
  crystal_profile_by: number | null
  name_key: string
  first_name_key: string
  last_name_key: string
  personal_email_key: string | null
  job_title_key: string | null
  current_organizations_key: string | null
}
interface OrganizationContactsTable extends ContractTable<'organizationContacts'>, Searched, Trashed {
  organization_key: string | null
  contact_key: string | null
  job_title_key: string | null
}
type CreditSetupsTable = ContractTable<'creditSetups'> & Searched & Trashed
interface BidsTable extends ContractTable<'bids'>, Searched, Trashed {
  name_key: string | null
  opportunity_key: string | null
  legal_entity_key: string | null
  utility_state_key: string | null
  pricing_type_key: string | null
  terms_key: string | null
}
/** The record that a note or a file hangs on, as object_id and content_type name it. */
interface Owned {
  owner_type: string
  owner_id: number
}
type NotesTable = ContractTable<'notes'> & Searched & Trashed & Owned
interface FilesTable extends ContractTable<'files'>, Searched, Trashed, Owned {
  /** Where the content lies in the file store. */
  storage_key: string
  filename_key: string
}
interface TodosTable extends ContractTable<'todos'>, Searched {
  name_key: string
  assignee_key: string | null
  organizations_key: string | null
}
type OrganizationTodosTable = ContractTable<'organizationTodos'> & Searched & Trashed
interface ActivitiesTable extends ContractTable<'activities'>, Searched {
  title_key: string
}
/** Who takes part in which activity, by the keys of their emails. */
interface ActivityParticipantsTable {
  email: string
  activity: number
}
/** The address of a user's calendar feed by the hash of its secret; the secret itself is nowhere. */
interface CalendarFeedsTable {
  user: number
  secret_hash: string
  created_at: string
}
interface MessagesTable extends ContractTable<'messages'>, Searched, Trashed {
  /** Whose mailbox it lies in. */
  owner: number
  subject_key: string
}
/** A calendar of somebody's mail account; of one elsewhere, as it was when they were last listed. */
interface CalendarsTable {
  owner: number
  id: string
  name: string
  /** The one that is preselected. */
  is_default: boolean
}
/** Mail that the mail server has not taken yet. */
interface OutboxTable {
  id: Generated<number>
  message_id: string
  /** The user who hears of it when it cannot be sent. */
  author: number | null
  subject: string
  sender: string
  /** Emails, one on each line. */
  recipients: string
  content: string
  attempts: Generated<number>
  created_at: string
  /** When it is tried next; while it is being tried, when that is given up for lost. */
  next_at: string
  /** The attempt that is under way. */
  claimed_by: string | null
}
/** A change of an event that its participants are still to be told of. */
interface UntoldChangesTable {
  id: Generated<number>
  event: number
  actor: number
  request_id: string | null
  /** The event as JSON text; null before it was made, and after it was removed. */
  before: string | null
  after: string | null
  attempts: Generated<number>
  created_at: string
  /** When it is tried next. */
  next_at: string
}
/** The request of a session to connect an account at a mail service elsewhere, until it is answered. */
interface MailRequestsTable {
  session_id: string
  user: number
  state_hash: string
  redirect_url: string
  expires_at: string
}
/** An account at a mail service elsewhere. */
interface MailAccountsTable {
  id: string
  user: number
  /** Its address there. */
  email: string
  /** Who keeps the mailbox: `google`, `microsoft`, … */
  provider: string
  /** By which the grant is found without being readable; see sessions/sealed.ts. */
  grant_name: string
  /** The grant, encrypted. */
  sealed: string
  created_at: string
  /** Since when the service refuses the grant, until it is given anew. */
  expired_at: string | null
  /** Since when it is not used any more, although the service has not been told yet. */
  ended_at: string | null
  /** When it is looked at next. */
  next_at: string
  /** The look that is under way. */
  claimed_by: string | null
  /** Looks that have failed in a row. */
  failures: Generated<number>
  /** Epoch seconds up to which changes of events, and messages, are known here; null: it has not been looked at yet. */
  events_until: number | null
  messages_until: number | null
  /** When its address book was last read. */
  contacts_at: string | null
}
/** Whom a user has in the address book of their account elsewhere; nobody else sees them. */
interface MailContactsTable {
  id: Generated<number>
  user: number
  email: string
  mail_key: string
  first_name: string | null
  last_name: string | null
  /** Names and email, folded. */
  search: string
}
/** What a mail service has told, by its own ids, so that nothing is looked at twice. */
interface MailNoticesTable {
  id: string
  received_at: string
}
/** Which event or message of an account is which record here. */
interface MailLinksTable {
  user: number
  kind: 'event' | 'message'
  remote_id: string
  record_id: number
  /** Of an event: the calendar it lies in there. */
  calendar_id: string | null
  /** Epoch seconds: the last change there that is known here. */
  changed_at: number
}
/** A user's leave to connect a mail account, until it is exchanged. */
interface MailGrantsTable {
  code_hash: string
  user_id: number
  session_id: string
  expires_at: string
  used_at: string | null
}

/** Whom a directory knows as which user: by its address and its own name for them, never by email (TRUST-17). */
interface IdentitiesTable {
  issuer: string
  subject: string
  user: number
  created_at: string
}
/** Answers of directories that nobody can use again, by a digest of their state. */
interface UsedStatesTable {
  state_hash: string
  expires_at: string
}

/** Keys by which a list is ordered that have been left to be recomputed (kit/late.ts). */
interface LateKeysTable {
  id: Generated<number>
  resource: ResourceName
  ordering: string
  /** What has been renamed or deleted. */
  named_resource: ResourceName
  named_id: number
  /** The last record, in the order of their ids, whose key is right again. */
  done_to: Generated<number>
  /** The key that it had, which others may still be ordered by. */
  key_before: string | null
}

/** How many rows of a table are not in the trash: the sum of all rows that name it (Dialect.rowCount). */
interface RowCountsTable {
  table_name: string
  alive: number
  /** How often what is searched has changed. */
  changes: Generated<number>
}

interface OpportunityTagsTable {
  opportunity_id: number
  tag_id: number
  position: number
}
interface OpportunityOrganizationsTable {
  opportunity_id: number
  organization_id: number
  position: number
}

/** One sign-in, from its first pair of tokens to its end. */
interface SessionsTable {
  id: string
  user_id: number
  /** What the browser says of itself that began it, shortened. */
  user_agent: string | null
  /** Seconds without use after which it ends. */
  idle_seconds: number
  created_at: string
  last_used_at: string
  /** The moment at which it ends whatever happens. */
  expires_at: string
  revoked_at: string | null
  revoked_for: string | null
}
/** Refresh tokens by the hash of what the browser holds; the token itself is nowhere. */
interface RefreshTokensTable {
  token_hash: string
  session_id: string
  issued_at: string
  /** Null for the newest token of the session. */
  rotated_at: string | null
  successor_hash: string | null
}
/** Requests that must not happen twice, and what was answered to them. */
interface IdempotencyKeysTable {
  user_id: number
  key: string
  /** Tells whether another request is the same one; nothing of it can be read from this. */
  fingerprint: string
  created_at: string
  /** Until then a request under way holds the key although nothing is committed; null: it has been answered. */
  claimed_until: string | null
  /** Null as long as there is no answer. */
  status: number | null
  /** JSON text. */
  body: string | null
}
/** Of an account, an address, or both, whose names the key is a digest of; see sessions/limits.ts. */
interface SignInLimitsTable {
  key: string
  /** When the last failure will be forgotten. */
  forgotten_at: string
  /** Until then nobody's try is judged. */
  blocked_until: string
  /** When the account has last been opened from the address. */
  signed_in_at: string | null
}
/** The keys of an installation on PostgreSQL, in base64url; sessions/secrets.ts tells where else they are. */
interface InstallationKeysTable {
  kid: string
  key: string
  /** The newest one signs. */
  created_at: string
}
/** What happened, append-only, written in the transaction of the change itself. */
interface AuditTable {
  id: Generated<number>
  at: string
  actor: number | null
  action: string
  resource: string
  record_id: number | null
  before: string | null
  after: string | null
  request_id: string | null
}

/** Every table by its name. */
export interface Tables {
  users: UsersTable
  profiles: ProfilesTable
  tags: TagsTable
  states: StatesTable
  content_types: ContentTypesTable
  organizations: OrganizationsTable
  opportunities: OpportunitiesTable
  credit_setups: CreditSetupsTable
  source_names: SourceNamesTable
  utilities: UtilitiesTable
  utility_states: UtilityStatesTable
  addresses: AddressesTable
  organization_addresses: OrganizationAddressesTable
  contacts: ContactsTable
  organization_contacts: OrganizationContactsTable
  bids: BidsTable
  notes: NotesTable
  files: FilesTable
  todos: TodosTable
  organization_todos: OrganizationTodosTable
  activities: ActivitiesTable
  activity_participants: ActivityParticipantsTable
  calendar_feeds: CalendarFeedsTable
  messages: MessagesTable
  calendars: CalendarsTable
  mail_grants: MailGrantsTable
  mail_requests: MailRequestsTable
  mail_accounts: MailAccountsTable
  mail_links: MailLinksTable
  mail_notices: MailNoticesTable
  mail_contacts: MailContactsTable
  outbox: OutboxTable
  untold_changes: UntoldChangesTable
  identities: IdentitiesTable
  used_states: UsedStatesTable
  late_keys: LateKeysTable
  row_counts: RowCountsTable
  opportunity_tags: OpportunityTagsTable
  opportunity_organizations: OpportunityOrganizationsTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  idempotency_keys: IdempotencyKeysTable
  installation_keys: InstallationKeysTable
  sign_in_limits: SignInLimitsTable
  audit: AuditTable
}

/** Rows that a database table gets. */
export interface TableRows {
  table: string
  columns: readonly string[]
  /** The values of each row, in the order of the columns. */
  rows: readonly (readonly unknown[])[]
}
