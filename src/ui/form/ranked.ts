import type { Key, Option } from './PickList'

/** How well a name fits a text, from 0 for just the same; undefined for not at all. */
const fitOf = (name: string, text: string): number | undefined => {
  const known = name.toLowerCase()
  if (known === text) return 0
  if (known.startsWith(text)) return 1
  return known.includes(text) ? 2 : undefined
}

/** The entries of which one of the names holds a text: those that are called just that first, then those that begin so. */
export const ranked = <O extends Option<Key>>(options: readonly O[], text: string): O[] => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...options]
  return options
    .flatMap((option) => {
      const fits = (option.names ?? [option.label])
        .map((name) => fitOf(name, wanted))
        .filter((fit) => fit !== undefined)
      return fits.length > 0 ? [{ option, fit: Math.min(...fits) }] : []
    })
    .sort((a, b) => a.fit - b.fit)
    .map(({ option }) => option)
}
