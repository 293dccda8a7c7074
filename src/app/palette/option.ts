/** An option of the palette: a link, or a command. */
export type Option = {
  key: string
  label: string
  /** Secondary text. */
  detail?: string | undefined
  /** The equivalent single-key shortcut. */
  keys?: readonly string[]
} & ({ to: string; state?: unknown } | { run: () => void })

/** Options under one heading. */
export interface Group {
  title: string
  options: readonly Option[]
}
