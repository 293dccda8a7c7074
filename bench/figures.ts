/** A table of figures, each row an object with the same keys. */
export type Figures = Record<string, string | number>[]
