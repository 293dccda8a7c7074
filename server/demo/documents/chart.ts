import { png } from './png'

const size = { width: 480, height: 240 }
const margin = 24
/** The filled share of a bar's width. */
const fill = 0.7
const colors = [
  [255, 255, 255],
  [31, 111, 235],
  [87, 96, 106],
] as const
const [paper, ink, axis] = [0, 1, 2]

/** A bar chart without text, as PNG: one bar for each value, the highest at full height. */
export function barChart(values: readonly number[]): Buffer {
  const room = (size.width - 2 * margin) / values.length
  const highest = Math.max(...values, 1)
  const floor = size.height - margin
  const heights = values.map((value) => Math.round((value / highest) * (floor - margin)))
  const columns = Array.from({ length: size.width }, (_, column) => {
    const position = (column - margin) / room
    const inside = position >= 0 && position < values.length
    return { inside, height: inside && position % 1 < fill ? (heights[Math.floor(position)] ?? 0) : 0 }
  })
  return png({
    ...size,
    palette: colors,
    at: (column, row) => {
      const { inside = false, height = 0 } = columns[column] ?? {}
      if (row === floor) return inside ? axis : paper
      return row < floor && row >= floor - height ? ink : paper
    },
  })
}
