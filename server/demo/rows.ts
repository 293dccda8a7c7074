import type { Contract, ResourceName, Row } from '../../src/contract'

/** Fields derived from other rows, or from the file store: read-only relations to many, and links. */
type DerivedField = { kind: 'many'; readOnly: true } | { kind: 'signedUrl' }

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
