/** One line of the palette: it leads somewhere, or does something. */
export type Option = {
  key: string
  label: string
  /** What else it is known by. */
  detail?: string | undefined
  /** The single keys that do the same. */
  keys?: readonly string[]
} & ({ to: string; state?: unknown } | { run: () => void })

/** Options under one heading. */
export interface Group {
  title: string
  options: readonly Option[]
}
