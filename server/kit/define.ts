/** Declares what the server adds to the contract of a resource. */
import { contract, type ResourceName } from '../../src/contract'
import type { Resource } from '../../src/contract/fields'
import { digitsMatchKey, nameMatchKey, phoneMatchKey } from '../../src/contract/matchKeys'
import { tableOf } from '../db/tables'
import type {
  Columns,
  Declaration,
  DigitsPath,
  FieldErrors,
  JoinedPath,
  Links,
  Rules,
  SharedPath,
} from './declaration'
import { register, resourceOf } from './registry'
import type { MatchKey, ServerResource } from './resource'

/** The parts of a declaration whose types name its resource, as the kit reads those of every resource. */
type Erased = Partial<
  Pick<
    ServerResource,
    'check' | 'compute' | 'prepare' | 'after' | 'atMoment' | 'moved' | 'links' | 'duplicates'
  >
>

/**
 * The one place where a resource's types are lost: the kit serves all resources alike, and hands the rules of each the
 * values that it has read by the same contract.
 */
const erased = (declaration: object): Erased => declaration

/** Declares how the server stores a resource; kit/http/routes.ts serves it from this declaration. */
export function defineResource<
  const N extends ResourceName,
  const L extends Links<N>,
  Errors extends FieldErrors<N>,
  Computed extends Columns<N>,
  Prepared extends Columns<N>,
>(name: N, declaration: Declaration<N, L, Errors, Computed, Prepared>): ServerResource<N> {
  const resource: Resource = contract[name]
  const { check, compute, prepare, after, atMoment, moved, links, duplicates } = erased(declaration)
  return register({
    name,
    description: declaration.description,
    routes: declaration.routes ?? 'all',
    contract: resource,
    table: tableOf(name),
    links: { ...links },
    fullName: declaration.fullName ?? null,
    computed: declaration.computed ?? null,
    search: declaration.search,
    sortKeys: { ...declaration.sortKeys },
    orderedBy: { ...declaration.orderedBy },
    filterOrders: { ...declaration.filterOrders },
    comparedBy: { ...declaration.comparedBy },
    foldedTexts: declaration.foldedTexts ?? [],
    mayBeEmpty: declaration.mayBeEmpty ?? [],
    derived: { ...declaration.derived },
    matchKeys: { ...declaration.matchKeys },
    duplicates: { ...duplicates },
    unique: { ...declaration.unique },
    uniqueTogether: declaration.uniqueTogether ?? null,
    check: check ?? (() => ({})),
    compute: compute ?? (() => ({})),
    prepare: prepare ?? (() => Promise.resolve({})),
    after: after ?? (() => Promise.resolve()),
    atMoment: atMoment ?? null,
    changesDaily: declaration.changesDaily ?? false,
    moved: moved ?? (() => Promise.resolve()),
    assertRemovable: declaration.assertRemovable ?? (() => Promise.resolve()),
    personal: declaration.personal ?? false,
    exclusive: declaration.exclusive ?? false,
    clashes: declaration.clashes ?? false,
    owner: declaration.owner ?? null,
    sharedBy: declaration.sharedBy ?? null,
    readableBy: declaration.readableBy ?? null,
    ownersOnly: declaration.ownersOnly ?? [],
    limitedBy: declaration.limitedBy ?? null,
    limitedThrough: declaration.limitedThrough ?? [],
    limitedWithAllOf: declaration.limitedWithAllOf ?? null,
    heldOfLinks: declaration.heldOfLinks ?? null,
    confidential: declaration.confidential ?? [],
    listParameters: { ...declaration.listParameters },
    contents: { ...declaration.contents },
    externalContentColumns: { ...declaration.externalContentColumns },
    bodyNames: declaration.bodyNames ?? [],
    cascades: declaration.cascades ?? [],
    isCascaded: declaration.isCascaded ?? false,
    softDeletes: resource.trash === true || declaration.isCascaded === true,
    restrictDelete: declaration.restrictDelete ?? false,
  })
}

/** A declared resource with other rules, for writes that follow them. */
export const withRules = <
  const N extends ResourceName,
  Errors extends FieldErrors<N>,
  Computed extends Columns<N>,
  Prepared extends Columns<N>,
>(
  name: N,
  rules: Rules<N, Errors, Computed, Prepared>,
): ServerResource<N> => ({ ...resourceOf(name), ...erased(rules) })

/**
 * A search path that adds only the digits of its texts, so that phones and register numbers are found in any spelling.
 */
export const digits = <P extends string>(path: P) => `${path}#` as DigitsPath<P>

/** A search path that reads several columns as one text, joined by spaces. */
export const joined = <C extends string>(...columns: C[]) => columns.join('+') as JoinedPath<C>

/**
 * A search path to texts of records that very many others reference, such as tags. They are searched in place, so that
 * a change of one updates one row. All other texts are copied into `search` of each record, where one index finds them.
 */
export const shared = <P extends string>(path: P) => `${path}*` as SharedPath<P>

/** Names of records, or the parts of one name, compared without case, accents, punctuation and spaces. */
export const nameMatch = <C extends string>(...columns: C[]): MatchKey<C> => ({
  columns,
  keyOf: nameMatchKey,
})

/** A number of a register, compared by its digits. */
export const digitsMatch = <C extends string>(column: C): MatchKey<C> => ({
  columns: [column],
  keyOf: digitsMatchKey,
})

/** A phone number, compared by its digits without the extension. */
export const phoneMatch = <C extends string>(column: C): MatchKey<C> => ({
  columns: [column],
  keyOf: phoneMatchKey,
})
