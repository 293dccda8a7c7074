/** A page number, or a gap. */
export type PageStep = number | 'gap'

/** The page numbers to show: the first, the last, and those around the current one. */
export const pageWindow = (page: number, last: number): PageStep[] => {
  const near = [page - 1, page, page + 1]
  const shown = [...new Set([1, ...near, last])].filter((number) => number >= 1 && number <= last)
  return shown
    .sort((a, b) => a - b)
    .flatMap((number, index): PageStep[] => {
      const before = shown[index - 1] ?? number - 1
      if (number - before === 2) return [number - 1, number]
      return number - before > 2 ? ['gap', number] : [number]
    })
}
