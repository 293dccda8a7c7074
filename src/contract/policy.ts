/**
 * Access rules. Every signed-in user may do everything except what is restricted here; restricting a user type takes
 * one more line, a role one word. The server enforces these rules, and the browser offers no more than they allow.
 */
import { contract, type ResourceName, type Row } from '.'
import { emailKey } from './emailKey'
import { rights, type Right, type Role, type RoleFields } from './roles'
import type { UserType } from './users'

/** The properties of the current user that the rules use. */
export interface Identity {
  userId: number
  /** Null where unknown, which grants nothing. */
  userType: UserType | null
  email: string | null
  /** The rights that role and account take away, of what the user type may. */
  withheld: readonly Right[]
}

/**
 * What each role may do, of what the user type may: a role only takes away. This table is all that roles are made of; the
 * server enforces it on every route and on every write, and the browser shows it (ROLE-1).
 */
export const rolePolicy: Readonly<Record<Role, Readonly<Record<Right, boolean>>>> = {
  administrator: {
    write: true,
    export: true,
    import: true,
    bulk_delete: true,
    users: true,
    installation: true,
  },
  manager: {
    write: true,
    export: true,
    import: true,
    bulk_delete: true,
    users: false,
    installation: true,
  },
  member: {
    write: true,
    export: false,
    import: false,
    bulk_delete: false,
    users: false,
    installation: false,
  },
  read_only: {
    write: false,
    export: false,
    import: false,
    bulk_delete: false,
    users: false,
    installation: false,
  },
}

/** Why a user without a right is refused, as a sentence; only a role takes `write` away. */
const rightTexts: Readonly<Record<Right, string>> = {
  write: 'Your role only reads: it changes no shared records.',
  export: 'Your account exports nothing.',
  import: 'Your account does not import files.',
  bulk_delete: 'Your account does not delete many records at once, or for good.',
  users: 'Your account does not administer users.',
  installation: 'Your account does not look after connections, webhooks and the audit.',
}

/** The rights that an account does not have. Those given beside the role come before the role, those taken before both. */
export const withheldRights = ({ role, granted_rights, withheld_rights }: RoleFields): readonly Right[] => {
  if (role === null && withheld_rights.length === 0) return noRights
  const has = (list: readonly Right[], right: Right) => list.includes(right)
  return rights.filter(
    (right) =>
      has(withheld_rights, right) ||
      (role !== null && !rolePolicy[role][right] && !has(granted_rights, right)),
  )
}
const noRights: readonly Right[] = []

/** An account as the rules see it. */
export const identityOf = (user: Row<'users'>): Identity => ({
  userId: user.id,
  userType: user.user_type,
  email: user.email,
  withheld: withheldRights(user),
})

/** Why the user lacks a right, as a sentence; null where not. */
export const rightRefusal = ({ withheld }: Pick<Identity, 'withheld'>, right: Right): string | null =>
  withheld.includes(right) ? rightTexts[right] : null

/**
 * Whether a user sees the records of all teams (TEAM-3): administrators, and until there is one, those of the provider's team who
 * lack nothing, as they give the roles (ROLE-4).
 */
export const seesAllTeams = (
  { userType, role, withheld }: Pick<Identity, 'userType' | 'withheld'> & Pick<RoleFields, 'role'>,
  hasAdministrator: boolean,
): boolean => role === 'administrator' || (!hasAdministrator && userType === 'team' && withheld.length === 0)

export type Change = 'create' | 'change' | 'remove'

/** The rights that changes of a resource need, where they are not those of shared records; none: what is one's own. */
const rightsOfResources: { readonly [N in ResourceName]?: readonly Right[] } = {
  users: ['users'],
  teams: ['users'],
  profiles: [],
  views: [],
  messageTemplates: [],
  // They stand in a mailbox; sending one is refused before.
  messages: [],
  // A list is imported, and the names that are not in it go for good.
  sourceNames: ['write', 'import', 'bulk_delete'],
}

/** The rights that a change of a resource needs. A shared record that no trash keeps is deleted for good. */
export const rightsToChange = (resource: ResourceName, change: Change): readonly Right[] =>
  rightsOfResources[resource] ??
  (change === 'remove' && !('trash' in contract[resource]) ? ['write', 'bulk_delete'] : ['write'])

type Rule<N extends ResourceName> = (who: Identity, record: Readonly<Partial<Row<N>>>) => boolean

/** The rules of a resource, and the text of a refusal. */
type Restriction<N extends ResourceName> = Readonly<{ text: string } & Partial<Record<Change, Rule<N>>>>

const team = ({ userType }: Identity) => userType === 'team'

const author = (who: Identity, { created_by }: { readonly created_by?: number | null }) =>
  created_by === who.userId

const authorOrTeam = (who: Identity, { created_by }: { readonly created_by?: number | null }) =>
  created_by === who.userId || team(who)

const mailboxOwner = (who: Identity, { owner }: { readonly owner?: number }) => owner === who.userId

const selfOrTeam = (who: Identity, { id }: { readonly id?: number }) => id === who.userId || team(who)

/** The participants of an activity may move it, too. */
const participantOrTeam: Rule<'activities'> = (who, record) => {
  const { email } = who
  return (
    authorOrTeam(who, record) ||
    (email !== null &&
      (record.participants ?? []).some((person) => emailKey(person.email) === emailKey(email)))
  )
}

const teamOnly = { create: team, change: team, remove: team } as const

export const restrictions: { readonly [N in ResourceName]?: Restriction<N> } = {
  users: { create: team, change: selfOrTeam, text: "Only the provider's team administers users." },
  teams: { ...teamOnly, text: "Only the provider's team administers teams." },
  sourceNames: { change: team, text: "Only the provider's team replaces the source names." },
  heatContents: { ...teamOnly, text: "Only the provider's team changes heat contents." },
  marketHolidays: { ...teamOnly, text: "Only the provider's team changes the market's holidays." },
  curves: { ...teamOnly, text: "Only the provider's team changes curves." },
  curvePoints: { ...teamOnly, text: "Only the provider's team changes curves." },
  views: {
    change: author,
    remove: authorOrTeam,
    text: "Only its author changes a view; the provider's team may delete it.",
  },
  messageTemplates: {
    change: author,
    remove: authorOrTeam,
    text: "Only its author changes a template; the provider's team may delete it.",
  },
  messages: {
    change: mailboxOwner,
    remove: mailboxOwner,
    text: 'Only the owner of its mailbox changes a message.',
  },
  notes: {
    change: authorOrTeam,
    remove: authorOrTeam,
    text: "Only its author and the provider's team may change a note.",
  },
  activities: {
    change: participantOrTeam,
    remove: participantOrTeam,
    text: "Only whoever created it, its participants and the provider's team may change an activity.",
  },
}

/** Whether the user may see commission: users of the type customer see nothing of it (GAS-4). */
export const seesCommission = ({ userType }: Pick<Identity, 'userType'>): boolean =>
  userType !== null && userType !== 'customer'

const commissionRefusal = 'Users of the type customer see nothing of commission.'

/** Fields that are null for some users and that these may not write, and the text of a refusal. */
interface FieldRestriction<N extends ResourceName> {
  readonly fields: readonly (keyof Row<N> & string)[]
  readonly isAllowed: (who: Identity) => boolean
  readonly text: string
}

const fieldRestrictions: { readonly [N in ResourceName]?: FieldRestriction<N> } = {
  suppliers: {
    fields: [
      ...(['commission_model', 'upfront_percent', 'paid_at', 'lag_months', 'clawback_rule'] as const),
      ...(['clawback_within_months', 'tolerance_amount', 'tolerance_percent'] as const),
    ],
    isAllowed: seesCommission,
    text: commissionRefusal,
  },
  contracts: { fields: ['yearly_fee'], isAllowed: seesCommission, text: commissionRefusal },
}

const noFields: readonly string[] = []

/** The fields of a resource that the user neither sees nor writes. */
export function hiddenFieldsOf(who: Identity, resource: ResourceName): readonly string[] {
  const restriction = fieldRestrictions[resource]
  return !restriction || restriction.isAllowed(who) ? noFields : restriction.fields
}

/** Whether a field is null for some users although every record has a value. */
export const isHiddenFromSome = (resource: string, field: string): boolean =>
  Object.entries(fieldRestrictions).some(
    ([name, { fields }]) => name === resource && fields.some((hidden) => hidden === field),
  )

/** Why the user may not write fields with these names, as a sentence; null where allowed. */
export const fieldRefusal = (
  who: Identity,
  resource: ResourceName,
  names: readonly string[],
): string | null => {
  const hidden = hiddenFieldsOf(who, resource)
  return names.some((name) => hidden.includes(name)) ? (fieldRestrictions[resource]?.text ?? null) : null
}

/** Why the user may not purge records in the trash; null where allowed. */
export const purgeRefusal = (who: Identity): string | null =>
  team(who)
    ? (rightRefusal(who, 'write') ?? rightRefusal(who, 'bulk_delete'))
    : "Only the provider's team deletes for good."

/** Why the user may not export all that is known of a contact; null where allowed. */
export const personalDataRefusal = (who: Identity): string | null =>
  team(who) ? rightRefusal(who, 'export') : "Only the provider's team exports personal data."

/** Why the user may not erase a contact; null where allowed. */
export const erasureRefusal = (who: Identity): string | null =>
  team(who) ? purgeRefusal(who) : "Only the provider's team erases personal data."

/** What counts of an account where one is administered by another. */
export type Administered = Pick<RoleFields, 'role'> & Pick<Identity, 'withheld'>

/**
 * Why a user who may administer users may not administer one of them; null where allowed. Administrators administer all, others
 * those who may do nothing that they may not: else a new password would give them the rights of another account (ROLE-3).
 */
export const administrationRefusal = (actor: Administered, target: Administered): string | null => {
  if (actor.role === 'administrator') return null
  if (target.role === 'administrator') return 'Only administrators administer administrators.'
  return actor.withheld.some((right) => !target.withheld.includes(right))
    ? 'Only administrators administer users who may do more than you.'
    : null
}

/** Why the user may not see the state of the installation's connections; null where allowed. */
export const connectionsRefusal = (who: Identity): string | null =>
  team(who) ? rightRefusal(who, 'installation') : "Only the provider's team looks after the connections."

/** Why the user may not see and change webhooks; null where allowed. */
export const webhooksRefusal = (who: Identity): string | null =>
  team(who) ? rightRefusal(who, 'installation') : "Only the provider's team looks after webhooks."

/** Why the user may not read the audit; null where allowed. */
export const auditRefusal = (who: Identity): string | null =>
  team(who) ? rightRefusal(who, 'installation') : "Only the provider's team reads the audit."

/** Whether the change is restricted for some user types. */
export const isRestricted = (resource: ResourceName, change: Change): boolean =>
  restrictions[resource]?.[change] !== undefined

/**
 * Why the user may not create, change or remove a record, as a sentence; null where allowed.
 * @param record the current record; for a create, the request body.
 */
export function refusalOf<N extends ResourceName>(
  who: Identity,
  resource: N,
  change: Change,
  record: Readonly<Partial<Row<N>>> = {},
): string | null {
  const restriction: Restriction<N> | undefined = restrictions[resource]
  const rule = restriction?.[change]
  if (restriction && rule && !rule(who, record)) return restriction.text
  if (resource === 'users' && 'id' in record && record.id === who.userId) return null
  const lacked = rightsToChange(resource, change).find((right) => who.withheld.includes(right))
  return lacked === undefined ? null : rightRefusal(who, lacked)
}
