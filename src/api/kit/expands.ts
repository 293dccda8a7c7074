import { contract, targetOf, type Contract, type ResourceName } from '../../contract'
import type { Field, RelationsOf } from '../../contract/kit'

type TargetOf<N extends ResourceName, K extends string> =
  Contract[N]['fields'] extends Record<K, { to: infer T extends ResourceName }> ? T : never

/** How many steps a path may still take. */
type Fewer = [never, 0, 1]

/** The paths that an expand of a resource can name: 'bids', 'bids.utility_state', 'bids.utility_state.state'. */
export type ExpandOf<N extends ResourceName, Depth extends number = 2> = [Depth] extends [never]
  ? never
  : {
      [K in RelationsOf<Contract[N]>]:
        K | `${K}.${Depth extends 0 ? never : ExpandOf<TargetOf<N, K>, Fewer[Depth]>}`
    }[RelationsOf<Contract[N]>]

/** Every resource that an answer with these expands nests, other than the one that was asked for. */
export const nestedIn = (resource: ResourceName, expand: readonly string[]): ResourceName[] => {
  const found = new Set<ResourceName>()
  for (const path of expand) {
    let at = resource
    for (const step of path.split('.')) {
      const field = (contract[at].fields as Readonly<Record<string, Field>>)[step]
      if (!field || !('to' in field)) throw new Error(`${at} has no relation ${step}`)
      at = targetOf(field)
      found.add(at)
    }
  }
  found.delete(resource)
  return [...found]
}
