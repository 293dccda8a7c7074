/** The resources by name, for code that serves them all; resources/index.ts makes sure that none is missing. */
import { contract, type ResourceName } from '../../src/contract'
import type { ServerResource } from './resource'

const registry = new Map<ResourceName, ServerResource>()

export function register<N extends ResourceName>(resource: ServerResource<N>): ServerResource<N> {
  registry.set(resource.name, resource)
  return resource
}

/** Whether a name is that of a resource; rows of the audit have others, too. */
export const isResource = (name: string): name is ResourceName => Object.hasOwn(contract, name)

/** The server's declaration of a resource. */
export function resourceOf<N extends ResourceName>(name: N): ServerResource<N> {
  const resource = registry.get(name)
  if (!resource) throw new Error(`The resource "${name}" is not declared.`)
  return resource as ServerResource<N>
}

export const allResources = (): ServerResource[] => [...registry.values()]

/** Whether rows of a table can be hidden. */
export const tableSoftDeletes = (table: string): boolean =>
  allResources().some((resource) => resource.table === table && resource.softDeletes)
