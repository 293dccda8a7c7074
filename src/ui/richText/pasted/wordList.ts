import type { Place } from '../BlockCollector'
import { deepest } from '../blocks'
import { unmarked } from './parsePasted'
import { styleOf } from './styles'

/** '1.', 'a)' and '(iv)' are numbers; '·', 'o' and '§' are bullets. */
const counts = (marker: string) => /^\(?\w{1,6}[.)]/.test(marker.replaceAll(/[\s\u00a0]/g, ''))

/** The bullet or number of a Word list, which is part of the text. */
export const isWordMarker = (style: ReadonlyMap<string, string>) => style.get('mso-list') === 'ignore'

const comments = (element: Element): Comment[] => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_COMMENT)
  const found: Comment[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Comment)
  return found
}

/** Removes Word's fallback for programs without list support; null where there is none. */
const takeUnsupported = (element: Element): string | null => {
  const begin = comments(element).find(({ data }) => /^\[if !supportLists\]/i.test(data.trim()))
  if (!begin) return null
  const nodes: Node[] = []
  let next = begin.nextSibling
  while (next && !(next instanceof Comment && /^\[endif\]/i.test(next.data.trim()))) {
    nodes.push(next)
    next = next.nextSibling
  }
  // Without an end, the extent of the marker is unknown.
  if (!next) return null
  for (const node of nodes) node.parentNode?.removeChild(node)
  return nodes.map((node) => node.textContent).join('')
}

/** Removes a leading bullet or number with its non-breaking spaces from a text. */
const takeLeading = (element: Element): string | null => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    const [whole, marker] =
      /^\s*([·•▪◦§oØ\uf0a7\uf0b7–-]|\(?\w{1,4}[.)])(?:\s*$|\s*\u00a0\s*)/u.exec(text.data) ?? []
    if (whole !== undefined && marker !== undefined) {
      text.data = text.data.slice(whole.length)
      return marker
    }
    if (text.data.trim() !== '') return null
  }
  return null
}

const isListParagraph = (element: Element) => /^MsoList(?:Paragraph|Bullet|Number)/.test(element.className)

/**
 * The list level of a Word paragraph: Word has no list elements, only paragraphs that refer to a list. Removes the
 * marker from the text.
 */
export const wordListPlace = (element: Element, style: ReadonlyMap<string, string>): Place | null => {
  const level = /\blevel(\d)/.exec(style.get('mso-list') ?? '')?.[1]
  const ignored = [...element.querySelectorAll('span')].find((inner) => isWordMarker(styleOf(inner)))
  const isList = level !== undefined || isListParagraph(element)
  const marker =
    (ignored && unmarked(ignored.textContent)) ??
    (isList ? (takeUnsupported(element) ?? takeLeading(element)) : null)
  // Paragraphs with a list style but without a marker are not list items.
  if (level === undefined && (marker === null || !isList)) return null
  return {
    kind: counts(marker ?? '') ? 'ol' : 'ul',
    depth: Math.min(Number(level ?? 1) - 1, deepest),
  }
}
