import { contract, targetOf, type Contract, type ResourceName } from '../../contract'
import { isRelation, type Field, type RelationsOf, type Resource } from '../../contract/fields'

type TargetOf<N extends ResourceName, K extends string> =
  Contract[N]['fields'] extends Record<K, { to: infer T extends ResourceName }> ? T : never

/** Remaining depth of a path. */
type RemainingDepth = [never, 0, 1]

type PathOf<N extends ResourceName, Depth extends number> = [Depth] extends [never]
  ? never
  : {
      [K in RelationsOf<Contract[N]>]:
        | K
        | `${K}.${Depth extends 0 ? never : PathOf<TargetOf<N, K>, RemainingDepth[Depth]>}`
    }[RelationsOf<Contract[N]>]

/** Lists of values, which nest nothing; the specification expands one of them all the same. */
type ListsOf<N extends ResourceName> = {
  [K in keyof Contract[N]['fields']]: Contract[N]['fields'][K] extends { kind: 'list' } ? K : never
}[keyof Contract[N]['fields']] &
  string

type ShortcutsOf<N extends ResourceName> = Contract[N] extends { shortcuts: infer S }
  ? keyof S & string
  : never

/** The expand paths of a resource: 'bids', 'bids.utility_state', 'bids.utility_state.state', a shortcut. */
export type ExpandOf<N extends ResourceName> = PathOf<N, 2> | ListsOf<N> | ShortcutsOf<N>

/** Every resource nested in an answer with these expands, except the requested one. */
export const nestedIn = (resource: ResourceName, expand: readonly string[]): ResourceName[] => {
  const found = new Set<ResourceName>()
  const { shortcuts = {} }: Resource = contract[resource]
  for (const path of expand) {
    let at = resource
    for (const step of (shortcuts[path] ?? path).split('.')) {
      const field = (contract[at].fields as Readonly<Record<string, Field>>)[step]
      if (field?.kind === 'list') break
      if (!field || !isRelation(field)) throw new Error(`${at} has no relation ${step}`)
      at = targetOf(field)
      found.add(at)
    }
  }
  found.delete(resource)
  return [...found]
}
