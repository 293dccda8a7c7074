import type { Contract, ResourceName, Row } from '../../src/contract'

/** Fields derived from other rows, the file store or the moment: read-only relations to many, links, states. */
type DerivedField = { kind: 'many'; readOnly: true } | { kind: 'signedUrl' } | { momentary: true }

/** A demo record, never in the trash: its columns, with lists as arrays, and the ids of its own relations. */
export type DemoRow<N extends ResourceName> = {
  [
    K in Exclude<keyof Row<N>, 'deleted_at' | 'deleted_by'> as K extends keyof Contract[N]['fields']
      ? Contract[N]['fields'][K] extends DerivedField
        ? never
        : K
      : never
  ]: Row<N>[K]
}
