/**
 * Who may do what. Every signed-in user may do everything, besides what stands here; restricting a user type
 * later is one more line.
 */
import type { ResourceName } from '../src/contract'
import type { Person } from '../src/contract/kit'
import type { Write, Writer } from './kit/context'
import { ApiError } from './kit/errors'

type Change = 'create' | 'change' | 'remove'
type Asker = Writer & Pick<Write, 'db'>
type Rule = (write: Asker, record: Readonly<Record<string, unknown>>) => boolean | Promise<boolean>

const team: Rule = ({ role }) => role === 'team'
const authorOrTeam: Rule = (write, record) => record['created_by'] === write.actor || write.role === 'team'

/** Whoever an activity is with may move it, too. */
async function participantOrTeam(write: Asker, record: Readonly<Record<string, unknown>>): Promise<boolean> {
  if (await authorOrTeam(write, record)) return true
  const user = await write.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', write.actor)
    .executeTakeFirst()
  const email = user?.email?.toLowerCase()
  return (record['participants'] as Person[]).some((person) => person.email.toLowerCase() === email)
}

const rules: Partial<Record<ResourceName, { text: string } & Partial<Record<Change, Rule>>>> = {
  users: { create: team, change: team, text: "Only the provider's team administers users." },
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

/** Whether the table above says who may do it. */
export const isRestricted = ({ contract }: { contract: { name: string } }, change: Change): boolean =>
  rules[contract.name as ResourceName]?.[change] !== undefined

/**
 * Lets a change pass that the table above allows; what the system itself writes always passes.
 * @throws ApiError 409, not 403, which would mean that the session is dead.
 */
export async function mayOrRefuse(
  write: Asker,
  name: ResourceName,
  change: Change,
  record: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const entry = rules[name]
  const rule = entry?.[change]
  if (write.actor === null || !rule || (await rule(write, record))) return
  throw new ApiError(409, 'refused', entry.text)
}
