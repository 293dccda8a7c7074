/** Which column of a file holds what, by its headers: as files of others call it, and as exports write it (IMP-1, IMP-9). */
import { fold } from './fold'
import { importKinds, type ImportKind, type ImportName } from './imports'
import { withoutMarks } from './textRules'
import { unitNamed } from './writtenUnits'

/** A header as it is compared: words in lower case. */
export const headerKey = (header: string): string =>
  fold(withoutMarks(header, 'identifier'))
    .replaceAll(/[_\s]+/g, ' ')
    .trim()

/** What units consist of beside those of gas: '$/dth', '$ a year', 'UTC', 'days before the end'. */
const unitWords = new Set(['usd', 'utc', 'per', 'a', 'year', 'months', 'days', 'before', 'the', 'end'])

const isUnit = (text: string): boolean => {
  const words = text.split(/[\s/$%]+/).filter((word) => word !== '')
  return words.every((word) => unitWords.has(word) || unitNamed(word) !== null)
}

/** A header without the unit that stands in parentheses at its end; others are as they are. */
const withoutUnit = (key: string): string => {
  const [, name, unit] = /^([^(]*[^(\s])\s*\(([^()]+)\)$/.exec(key) ?? []
  return name !== undefined && unit !== undefined && isUnit(unit) ? name : key
}

/** For each column of an import the position of the file's, from 0: by the whole headers first, then by those without units. */
export function columnsByHeaders(name: ImportName, headers: readonly string[]): Record<string, number> {
  const { columns }: ImportKind = importKinds[name]
  const keys = headers.map(headerKey)
  const taken = new Set<number>()
  const found = new Map<string, number>()
  for (const said of [keys, keys.map(withoutUnit)])
    for (const [column, { synonyms }] of Object.entries(columns)) {
      if (found.has(column)) continue
      const place = synonyms.map((synonym) => said.indexOf(synonym)).find((at) => at >= 0 && !taken.has(at))
      if (place === undefined) continue
      taken.add(place)
      found.set(column, place)
    }
  return Object.fromEntries(
    Object.entries(columns).flatMap(([column, { insteadOf = [] }]) => {
      const place = found.get(column)
      return place === undefined || insteadOf.some((other) => found.has(other)) ? [] : [[column, place]]
    }),
  )
}
