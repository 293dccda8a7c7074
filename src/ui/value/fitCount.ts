interface Boxes {
  /** The boxes in order: width, and number of lines. */
  boxes: readonly { width: number; lines: number }[]
  /** Width of the container. */
  width: number
  lines: number
  gap: number
  /** Width of the counter of the others. */
  more: number
}

/** Number of boxes that fit into a container, with space for the counter of the others. */
export const fitCount = ({ boxes, width, lines, gap, more }: Boxes): number => {
  const hasRoom = (shown: readonly Boxes['boxes'][number][]) => {
    let line = 1
    let used = 0
    for (const box of shown) {
      const isNext = used > 0 && used + gap + box.width > width
      if (isNext) line += 1
      used = isNext || used === 0 ? box.width : used + gap + box.width
      line += box.lines - 1
    }
    return line <= lines
  }
  for (let count = boxes.length; count > 0; count -= 1) {
    const shown = boxes.slice(0, count)
    if (hasRoom(count === boxes.length ? shown : [...shown, { width: more, lines: 1 }])) return count
  }
  return 0
}
