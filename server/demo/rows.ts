import type { Contract, ResourceName, Row } from '../../src/contract'

/** What follows from other rows, or from the file store: relations to many that nobody writes, and links. */
type Followed = { kind: 'many'; readOnly: true } | { kind: 'signedUrl' }

/** A record as the demo makes it: its columns, lists as lists, and the ids of the relations that are its own. */
export type DemoRow<N extends ResourceName> = {
  [
    K in keyof Row<N> as K extends keyof Contract[N]['fields']
      ? Contract[N]['fields'][K] extends Followed
        ? never
        : K
      : never
  ]: Row<N>[K]
}
