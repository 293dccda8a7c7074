/** The resources by their names, for code that serves them all; resources/index.ts sees to it that none is missing. */
import type { ResourceName } from '../../src/contract'
import type { ServerResource } from './resource'

const registry = new Map<ResourceName, ServerResource>()

export function register(name: ResourceName, resource: ServerResource): ServerResource {
  registry.set(name, resource)
  return resource
}

/** How the server keeps the resource of a name. */
export function resourceOf(name: ResourceName): ServerResource {
  const resource = registry.get(name)
  if (!resource) throw new Error(`The resource "${name}" is not declared.`)
  return resource
}

export const allResources = (): ServerResource[] => [...registry.values()]

/** Whether the rows of a table can be out of sight. */
export const hidesRows = (table: string): boolean =>
  allResources().some((resource) => resource.table === table && resource.hides)
