/**
 * Shows that tsc refuses a table, a contract or a Yup schema that has drifted from the others.
 * Nothing here runs: a line marked @ts-expect-error fails the type check as soon as it compiles.
 */
import { object, string, type ObjectSchema } from 'yup'
import type { Contract, Input, ResourceName, Row } from '.'
import { resource, text, type ColumnsOf, type Resource } from './fields'
import type { Credentials } from './session'
import type { TableOf, Tables } from '../../server/db/tables'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(proof?: T) => proof

// Every relation names a resource of the registry.
type TargetsOf<R extends Resource> = {
  [K in keyof R['fields']]: R['fields'][K] extends { to: infer T } ? T : never
}[keyof R['fields']]
type AllTargets = { [N in ResourceName]: TargetsOf<Contract[N]> }[ResourceName]
holds<AllTargets extends ResourceName ? true : false>()
// @ts-expect-error a relation to a resource that does not exist is noticed
holds<AllTargets | 'absent' extends ResourceName ? true : false>()

// Rows and inputs carry the contract's types.
holds<Same<Row<'opportunities'>['credit_request'], 'no' | 'yes'>>()
holds<Same<Row<'opportunities'>['pricing_due_date'], string | null>>()
holds<Same<Row<'opportunities'>['tags'], number[]>>()
// @ts-expect-error a required field cannot be left out of an input
export const nameless: Input<'opportunities'> = { broker_name: 'Basin Energy Partners' }
// @ts-expect-error fields set by the server are not writable
export const versioned: Input<'opportunities'> = { opportunity_name: 'Spring strip', version: 3 }

// The table of a resource holds exactly the contract's columns, besides those that only the server uses.
type ContractColumns<N extends ResourceName> = keyof ColumnsOf<Contract[N]>
type Missing<N extends ResourceName> = Exclude<ContractColumns<N>, keyof Tables[TableOf<N>]>
holds<Same<{ [N in ResourceName]: Missing<N> }[ResourceName], never>>()
// @ts-expect-error a field that the contract gains and the table lacks is noticed
holds<Same<Exclude<ContractColumns<'tags'> | 'icon', keyof Tables['tags']>, never>>()

// A Yup schema is annotated with the input type, so that both change together.
const honest: ObjectSchema<Pick<Credentials, 'username' | 'password'>> = object({
  username: string().required(),
  password: string().required(),
})
const drifted = object({ username: string().required() })
// @ts-expect-error a schema that lacks a field of the input is refused
export const refused: typeof honest = drifted

// A declaration orders only by its own fields.
export const misordered = resource({
  name: 'misordered',
  path: '/api/misordered/',
  title: 'Misordered',
  idField: 'name',
  fields: { name: text() },
  // @ts-expect-error 'colour' is not a field
  orderings: ['colour'],
  defaultOrdering: 'name',
})
