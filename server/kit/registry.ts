/** The resources by name, for code that serves them all; resources/index.ts makes sure that none is missing. */
import type { ResourceName } from '../../src/contract'
import type { ServerResource } from './resource'

const registry = new Map<ResourceName, ServerResource>()

export function register(name: ResourceName, resource: ServerResource): ServerResource {
  registry.set(name, resource)
  return resource
}

/** The server's declaration of a resource. */
export function resourceOf(name: ResourceName): ServerResource {
  const resource = registry.get(name)
  if (!resource) throw new Error(`The resource "${name}" is not declared.`)
  return resource
}

export const allResources = (): ServerResource[] => [...registry.values()]

/** Whether rows of a table can be hidden. */
export const hidesRows = (table: string): boolean =>
  allResources().some((resource) => resource.table === table && resource.hides)
