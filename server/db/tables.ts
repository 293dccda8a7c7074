import type { Generated } from 'kysely'
import type { Contract, ResourceName } from '../../src/contract'
import type { ColumnsOf } from '../../src/contract/kit'

/** The contract's columns of a resource, its id given by the database. */
type ContractTable<N extends ResourceName> = {
  [K in keyof ColumnsOf<Contract[N]>]: K extends Contract[N]['idField']
    ? Generated<ColumnsOf<Contract[N]>[K]>
    : ColumnsOf<Contract[N]>[K]
}

/** Kept in the write's own transaction by kit/derive.ts: what q searches, and the folded keys of text orderings. */
interface Searched {
  search: string
}
/** Deleted records stay until somebody empties the trash; null: alive. */
interface Trashed {
  deleted_at: string | null
}

interface UsersTable extends ContractTable<'users'>, Searched {
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
}
interface OpportunitiesTable extends ContractTable<'opportunities'>, Searched, Trashed {
  opportunity_name_key: string
  sales_represented_key: string | null
  /** The folded name of the first tag. */
  tags_key: string | null
}
interface StatesTable extends ContractTable<'states'>, Searched {}
interface ContentTypesTable extends ContractTable<'contentTypes'>, Searched {}
type ProfilesTable = ContractTable<'profiles'>

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
  opportunity_tags: OpportunityTagsTable
  opportunity_organizations: OpportunityOrganizationsTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  audit: AuditTable
}
