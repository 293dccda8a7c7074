/** What routes tell of records that their reader does not see, over every route of the API document. */
import { contract, type ResourceName } from '../../src/contract'
import { changesPath } from '../../src/contract/events'
import { isRelation, type Field } from '../../src/contract/fields'
import { isReading } from '../http/routePaths'
import { chunks } from '../kit/chunks'
import type { Answer, TestApi } from './api'

/** Hidden records, one of each resource that has one. */
export interface Hidden {
  api: TestApi
  ids: ReadonlyMap<ResourceName, number>
  /** The values of the parameters that lead to them, by their names in any address. */
  parameters: Readonly<Record<string, () => string>>
  /** That of the record on which the others hang. */
  subject: ResourceName
}

interface Reading {
  path: string
  names: ResourceName | undefined
  query: string[]
}

const longest = (path: string): ResourceName | undefined =>
  (Object.entries(contract) as [ResourceName, { path: string }][])
    .filter(([, { path: own }]) => path.startsWith(own))
    .sort(([, a], [, b]) => b.path.length - a.path.length)[0]?.[0]

const readings = ({ api }: Hidden): Reading[] =>
  Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, methods]) => {
    const get = (methods as { get?: { parameters?: { in: string; name: string }[]; security?: unknown[] } })
      .get
    if (!get || get.security?.length === 0 || path === changesPath) return []
    const query = (get.parameters ?? []).flatMap((one) => (one.in === 'query' ? [one.name] : []))
    return [{ path, names: longest(path), query }]
  })

/** Relations of one `expand`, at most. */
const maxExpand = 50

const relationsOf = (name: ResourceName) =>
  Object.entries(contract[name].fields as Record<string, Field>).flatMap(([field, value]) =>
    isRelation(value) ? [[field, value.to as ResourceName] as const] : [],
  )

/** The relations of a resource, as `expand` names them. */
export const expandable = (name: ResourceName): string =>
  relationsOf(name)
    .map(([field]) => field)
    .join(',')

/** All relations of a resource, and those of what they lead to, as several `expand` name them. */
const expands = (name: ResourceName): string[] =>
  [
    ...chunks(
      relationsOf(name).flatMap(([field, to]) => [
        field,
        ...relationsOf(to).map(([below]) => `${field}.${below}`),
      ]),
      maxExpand / 2,
    ),
  ].map((some) => some.join(','))

/** Every address of a route that could show what is hidden. */
function addresses({ ids, parameters, subject }: Hidden, { path, names, query }: Reading): string[] {
  const filled = path.replaceAll(/\{\w+\}/g, () => String(names === undefined ? 1 : (ids.get(names) ?? 1)))
  const base = query.includes('format') ? ['format=csv'] : []
  const asked = [
    [],
    ...(names !== undefined && query.includes('expand') ? expands(names) : []).map((some) => [
      `expand=${some}`,
    ]),
    ...query.flatMap((name) =>
      parameters[name] ? [[`${name}=${encodeURIComponent(parameters[name]())}`]] : [],
    ),
    ...(query.includes('resource') && query.includes('record_id')
      ? [[`resource=${subject}`, `record_id=${ids.get(subject)}`]]
      : []),
  ]
  return asked.map((some) => [filled, [...base, ...some].join('&')].filter(Boolean).join('?'))
}

/** Reads every address. @returns those that show a text, and those that failed. */
export async function sweep(hidden: Hidden, token: string, text: RegExp) {
  const found: string[] = []
  const failed: string[] = []
  for (const reading of readings(hidden))
    for (const address of addresses(hidden, reading)) {
      const answer = await fetch(hidden.api.url + address, { headers: { authorization: `Bearer ${token}` } })
      if (answer.status >= 500) failed.push(`${address} ${answer.status}`)
      if (text.test(`${JSON.stringify([...answer.headers])} ${await answer.text()}`)) found.push(address)
    }
  return { found, failed }
}

/** An answer without what differs for each request. */
export const comparable = ({ status, body }: Answer<unknown>, id: number) => [
  status,
  JSON.stringify({ ...(body as object), request_id: null }).replaceAll(String(id), '#'),
]

/** Asks every route with an id for hidden records, and for one that is not there. @returns answers that differ. */
export async function differentAnswers(
  { api, ids }: Hidden,
  send: (method: string, path: string, body?: unknown) => Promise<Answer<unknown>>,
  nothing: number,
) {
  const wrong: unknown[] = []
  let asked = 0
  for (const [path, methods] of Object.entries(api.app.swagger().paths ?? {})) {
    const id = ids.get(longest(path) ?? 'teams')
    if (id === undefined || !/\{id\}/.test(path)) continue
    for (const method of Object.keys(methods as object).map((one) => one.toUpperCase())) {
      const ask = async (one: number) =>
        comparable(
          await send(method, path.replace('{id}', String(one)), isReading(method) ? undefined : {}),
          one,
        )
      const [own, other] = [await ask(id), await ask(nothing)]
      asked++
      if (JSON.stringify(own) !== JSON.stringify(other)) wrong.push([method, path, own, other])
    }
  }
  return { wrong, asked }
}
