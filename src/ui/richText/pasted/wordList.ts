import type { Place } from '../BlockCollector'
import { deepest } from '../blocks'
import { styleOf } from './styles'

/** '1.', 'a)' and '(iv)' count; '·', 'o' and '§' do not. */
const counts = (marker: string) => /^\(?\w{1,6}[.)]/.test(marker.replaceAll(/[\s\u00a0]/g, ''))

/** The bullet or the number of a Word list, which stands in the text. */
export const isWordMarker = (style: ReadonlyMap<string, string>) => style.get('mso-list') === 'ignore'

/** Word has no lists but paragraphs that say which list they belong to: which place such a one has. */
export const wordListPlace = (element: Element, style: ReadonlyMap<string, string>): Place | null => {
  const level = /\blevel(\d)/.exec(style.get('mso-list') ?? '')?.[1]
  if (level === undefined) return null
  const marker = [...element.querySelectorAll('span')].find((inner) => isWordMarker(styleOf(inner)))
  return {
    kind: counts(marker?.textContent ?? '') ? 'ol' : 'ul',
    depth: Math.min(Number(level) - 1, deepest),
  }
}
