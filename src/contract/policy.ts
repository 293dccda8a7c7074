/**
 * Who may do what. Every signed-in user may do everything, besides what stands here; restricting a user type
 * later is one more line. The server refuses by these rules, and the browser offers no more than they allow.
 */
import type { ResourceName, Row } from '.'
import { emailKey } from './emailKey'
import type { UserType } from './users'

/** What the rules know of whoever asks. */
export interface Identity {
  userId: number
  /** Null where it is not known, which no rule takes for a right. */
  role: UserType | null
  email: string | null
}

export type Change = 'create' | 'change' | 'remove'

type Rule<N extends ResourceName> = (who: Identity, record: Readonly<Partial<Row<N>>>) => boolean

/** The rules of a resource, and what whoever they refuse is told. */
type Restriction<N extends ResourceName> = Readonly<{ text: string } & Partial<Record<Change, Rule<N>>>>

const team = ({ role }: Identity) => role === 'team'

const authorOrTeam = (who: Identity, { created_by }: { readonly created_by?: number | null }) =>
  created_by === who.userId || team(who)

const selfOrTeam = (who: Identity, { id }: { readonly id?: number }) => id === who.userId || team(who)

/** Whoever an activity is with may move it, too. */
const participantOrTeam: Rule<'activities'> = (who, record) => {
  const { email } = who
  return (
    authorOrTeam(who, record) ||
    (email !== null &&
      (record.participants ?? []).some((person) => emailKey(person.email) === emailKey(email)))
  )
}

export const restrictions: { readonly [N in ResourceName]?: Restriction<N> } = {
  users: { create: team, change: selfOrTeam, text: "Only the provider's team administers users." },
  sourceNames: { change: team, text: "Only the provider's team replaces the source names." },
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

/** Why somebody may not see how the installation's connections stand; null where they may. */
export const connectionsRefusal = (who: Identity): string | null =>
  team(who) ? null : "Only the provider's team looks after the connections."

/** Whether some users may not do it. */
export const isRestricted = (resource: ResourceName, change: Change): boolean =>
  restrictions[resource]?.[change] !== undefined

/**
 * Why somebody may not create, change or remove a record, in a sentence for people; null where they may.
 * @param record the record as it stands; for a create, what is sent.
 */
export function refusalOf<N extends ResourceName>(
  who: Identity,
  resource: N,
  change: Change,
  record: Readonly<Partial<Row<N>>> = {},
): string | null {
  const restriction: Restriction<N> | undefined = restrictions[resource]
  const rule = restriction?.[change]
  return !restriction || !rule || rule(who, record) ? null : restriction.text
}
