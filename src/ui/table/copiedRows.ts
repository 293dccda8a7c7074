/** Clipboard content of tables: a line for each row with tabs between its cells, and a plain HTML table (K17). */

/** Elements beside the values of a row, without meaning outside the page. */
const besides = 'button, input, select, svg, [aria-hidden="true"], .visually-hidden'

/** The cell of a row's checkbox. */
const selectionCell = 'ant-table-selection-column'

const isPartOfText = (element: Element) => window.getComputedStyle(element).display === 'inline'

/** The text of a cell in one line, with spaces between blocks. */
export const textOf = (cell: Element): string => {
  const read = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (!(node instanceof Element)) return ''
    if (node instanceof HTMLElement && node.dataset.copied !== undefined) return ` ${node.dataset.copied} `
    if (cell.tagName === 'TD' && node !== cell && node.matches(besides)) return ''
    const text = [...node.childNodes].map(read).join('')
    return node !== cell && !isPartOfText(node) ? ` ${text} ` : text
  }
  return read(cell)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,;])/g, '')
    .trim()
}

/** The selected text of an element; null where nothing of it is selected. */
const selectedIn = (element: Node, ranges: readonly Range[]): string | null => {
  const parts = ranges
    .filter((range) => range.intersectsNode(element))
    .map((range) => {
      const part = document.createRange()
      part.selectNodeContents(element)
      if (part.comparePoint(range.startContainer, range.startOffset) === 0)
        part.setStart(range.startContainer, range.startOffset)
      if (part.comparePoint(range.endContainer, range.endOffset) === 0)
        part.setEnd(range.endContainer, range.endOffset)
      return part.toString()
    })
  return parts.length ? parts.join('') : null
}

/** A selection that only touches the edge of a row or a cell does not include it. */
const isSelected = (element: Element, ranges: readonly Range[]): boolean => {
  const selected = selectedIn(element, ranges)
  return selected !== null && (selected !== '' || element.textContent === '')
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

interface Copied {
  text: string
  html: string
}

type Line = readonly { tag: 'th' | 'td'; text: string }[]

const lineOf = (cells: readonly Element[]): Line =>
  cells.map((cell) => ({ tag: cell.tagName === 'TH' ? 'th' : 'td', text: textOf(cell) }))

/** The rows of the selection; of a single row, its selected cells. */
const linesOf = (table: HTMLTableElement, ranges: readonly Range[]): Line[] => {
  // antd measures the columns of a table that scrolls by a hidden row.
  const rows = [...table.rows].filter((row) => row.ariaHidden !== 'true' && isSelected(row, ranges))
  return rows.map((row) => {
    const cells = [...row.cells].filter((cell) => !cell.classList.contains(selectionCell))
    return lineOf(rows.length === 1 ? cells.filter((cell) => isSelected(cell, ranges)) : cells)
  })
}

const copyOf = (lines: readonly Line[]): Copied => ({
  text: lines.map((line) => line.map(({ text }) => text).join('\t')).join('\n'),
  html: `<table><tbody>${lines
    .map((line) => `<tr>${line.map(({ tag, text }) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`)
    .join('')}</tbody></table>`,
})

/** The browser's own clipboard content for the part of a page between two tables. */
const plainly = (range: Range, selection: Selection): Copied => {
  selection.removeAllRanges()
  selection.addRange(range)
  const text = selection.toString().trim()
  const holder = document.createElement('div')
  holder.append(range.cloneContents())
  return { text, html: holder.innerHTML }
}

/** The content of one range: tables as rows, and everything else as the browser has it. */
const partsOf = (range: Range, tables: readonly HTMLTableElement[], selection: Selection): Copied[] => {
  const parts: Copied[] = []
  const rest = range.cloneRange()
  for (const table of tables) {
    const before = rest.cloneRange()
    if (!table.contains(rest.startContainer)) {
      before.setEndBefore(table)
      parts.push(plainly(before, selection))
    }
    parts.push(copyOf(linesOf(table, [range])))
    if (table.contains(range.endContainer)) return parts
    rest.setStartAfter(table)
  }
  parts.push(plainly(rest, selection))
  return parts
}

/** Replaces the browser's clipboard content where table rows are selected. */
export const copyRows = (event: ClipboardEvent): void => {
  const selection = document.getSelection()
  const { clipboardData, target } = event
  if (event.defaultPrevented || !clipboardData || !selection || selection.isCollapsed) return
  if (target instanceof Element && target.closest('input, textarea, [contenteditable="true"]')) return
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index))
  const tables = [...document.querySelectorAll<HTMLTableElement>('.table-view table')].filter((table) =>
    ranges.some((range) => range.intersectsNode(table)),
  )
  const lines = tables.flatMap((table) => linesOf(table, ranges))
  // A part of a single cell is copied as plain text.
  if (lines.flat().length < 2) return
  const parts = ranges.flatMap((range) =>
    partsOf(
      range,
      tables.filter((table) => range.intersectsNode(table)),
      selection,
    ),
  )
  selection.removeAllRanges()
  for (const range of ranges) selection.addRange(range)
  clipboardData.setData(
    'text/plain',
    parts
      .map(({ text }) => text)
      .filter(Boolean)
      .join('\n'),
  )
  clipboardData.setData('text/html', parts.map(({ html }) => html).join(''))
  event.preventDefault()
}
