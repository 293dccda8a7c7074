import type { Field } from '../../src/contract/fields'
import { derive, textsOf, type TextsAt } from '../kit/write/derive'
import { targetNameOf, type Link, type ServerResource } from '../kit/resource'
import { resources } from '../resources'
import { groupOf, indexesIn } from './sizes'
import { stateAt } from './states'
import { demoTables, type DemoTable } from './tables'
import { memoized, type World } from './world'

type Row = Readonly<Record<string, unknown>>

/** The rows of a resource, including the fixed rows of every installation. */
type Source = Pick<DemoTable, 'resource' | 'rowAt' | 'kind'>

const sources: readonly Source[] = [...demoTables, { resource: resources.states, rowAt: stateAt }]
const byResource = new Map(sources.map((source) => [source.resource, source]))
const byTable = new Map<string, Source>(sources.map((source) => [source.resource.table, source]))

/** A record on a path; its id is the index + 1. */
interface Found {
  index: number
  row: Row
}

/** One step of a path, from a record to related ones. */
type Step = (world: World, from: Found) => readonly Found[]

/** Reads the texts at a path of a record. */
type Reader = (world: World, from: Found) => readonly string[]

type Deriver = (world: World, index: number, row: Row) => Row

const derivers = new Map<DemoTable, Deriver>()

/** The search text and the sort keys of demo records of a table, computed without the database. */
export function deriverOf(table: DemoTable): Deriver {
  const known = derivers.get(table) ?? makeDeriver(table)
  derivers.set(table, known)
  return known
}

function makeDeriver(table: DemoTable): Deriver {
  const { resource } = table
  if (resource.search.length === 0) return () => ({})
  const readers = new Map<string, Reader>()
  const readerAt = (path: string): Reader => {
    const reader = readers.get(path) ?? readerOf(table, path)
    readers.set(path, reader)
    return reader
  }
  return (world, index, row) => {
    const textsAt: TextsAt = (path) => readerAt(path)(world, { index, row })
    return derive(resource, textsAt)
  }
}

function readerOf(table: Source, path: string): Reader {
  const relations = path.split('.')
  const column = relations.pop() ?? ''
  let source = table
  const steps = relations.map((relation) => {
    const step = stepOf(source, relation)
    source = targetOf(source.resource, relation)
    return step
  })
  const textsIn = textsOfField(source.resource.contract.fields[column])
  if (steps.length === 0) return (_world, { row }) => textsIn(row[column])
  return (world, from) => {
    let found: readonly Found[] = [from]
    for (const step of steps) found = followed(world, found, step)
    if (found.length < 2) return found[0] ? textsIn(found[0].row[column]) : []
    // In the order of the database, see kit/paths.ts.
    return found.toSorted((a, b) => a.index - b.index).flatMap(({ row }) => textsIn(row[column]))
  }
}

/** Most steps lead from one record. */
const followed = (world: World, found: readonly Found[], step: Step): readonly Found[] =>
  found[0] && found.length === 1 ? step(world, found[0]) : found.flatMap((one) => step(world, one))

/** Cached: rich text comes from few sentences, and parsing each takes long. */
function textsOfField(field: Field | undefined): (value: unknown) => readonly string[] {
  if (field?.kind !== 'html') return (value) => textsOf(field, value)
  const known = new Map<unknown, readonly string[]>()
  return (value) => {
    const texts = known.get(value) ?? textsOf(field, value)
    known.set(value, texts)
    return texts
  }
}

function targetOf(resource: ServerResource, relation: string): Source {
  const source = byResource.get(resources[targetNameOf(resource, relation)])
  if (!source) throw new Error(`${resource.contract.name}.${relation} leads to no demo table.`)
  return source
}

function stepOf(source: Source, relation: string): Step {
  const target = targetOf(source.resource, relation)
  const byId = (world: World, id: unknown): Found[] =>
    typeof id === 'number' ? [{ index: id - 1, row: target.rowAt(world, id - 1) }] : []
  const link = source.resource.links[relation]
  const linking = link && byTable.get(link.table)
  if (!linking)
    return (world, { row }) => {
      const named = row[relation]
      return Array.isArray(named) ? named.flatMap((id) => byId(world, id)) : byId(world, named)
    }
  const linksOf = linksBy(source, link, linking)
  if (linking === target) return linksOf
  return (world, from) => linksOf(world, from).flatMap(({ row }) => byId(world, row[link.target]))
}

/** Finds the rows of a link table that reference a record; they are in its own group. */
function linksBy({ resource, kind }: Source, { own, where = {} }: Link, linking: Source): Step {
  const { kind: linkingKind, rowAt } = linking
  if (!kind || !linkingKind)
    throw new Error(`${resource.table} or ${linking.resource.table} does not come in groups.`)
  const conditions = Object.entries(where)
  const linksIn = memoized((world: World, group: number) => {
    const byOwner = new Map<unknown, Found[]>()
    for (const index of indexesIn(linkingKind, group)) {
      const row = rowAt(world, index)
      if (conditions.some(([column, value]) => row[column] !== value)) continue
      byOwner.set(row[own], [...(byOwner.get(row[own]) ?? []), { index, row }])
    }
    return byOwner
  })
  return (world, { index }) => linksIn(world, groupOf(kind, index)).get(index + 1) ?? []
}
