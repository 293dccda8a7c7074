import { styleAttribute } from './parsePasted'

/**
 * The style declarations of pasted markup. Parsed as text: browsers drop the many properties of office programs that
 * they do not know.
 */
export const styleOf = (element: Element): ReadonlyMap<string, string> =>
  new Map(
    (element.getAttribute(styleAttribute) ?? '').split(';').flatMap((declaration) => {
      const [, name, value] = /^\s*([\w-]+)\s*:\s*(.*?)\s*$/s.exec(declaration) ?? []
      return name !== undefined && value !== undefined ? [[name.toLowerCase(), value.toLowerCase()]] : []
    }),
  )

/** Whether the style makes text bold; undefined where unspecified. */
export const boldness = (style: ReadonlyMap<string, string>): boolean | undefined => {
  const weight = style.get('font-weight')
  if (weight === undefined || weight === 'inherit') return undefined
  return weight.startsWith('bold') || Number(weight) >= 600
}

/** Whether the style makes text italic; undefined where unspecified. */
export const slant = (style: ReadonlyMap<string, string>): boolean | undefined => {
  const value = style.get('font-style')
  return value === undefined || value === 'inherit' ? undefined : /^(italic|oblique)/.test(value)
}

/** Whether the style underlines or strikes text. Such lines extend to all descendants. */
export const hasLine = (style: ReadonlyMap<string, string>, line: 'underline' | 'line-through') =>
  [style.get('text-decoration'), style.get('text-decoration-line')].some((value) => value?.includes(line))

/** Whether the style preserves whitespace; undefined where unspecified. */
export const keepsSpace = (style: ReadonlyMap<string, string>): boolean | undefined => {
  const value = style.get('white-space-collapse') ?? style.get('white-space')
  return value === undefined || value === 'inherit' ? undefined : /^(pre|break-spaces)(?!-line)/.test(value)
}

/** Hidden text, and Word's metadata. */
export const isUnseen = (style: ReadonlyMap<string, string>) =>
  style.get('display') === 'none' ||
  style.get('visibility') === 'hidden' ||
  style.get('mso-hide') === 'all' ||
  style.has('mso-comment-reference') ||
  /^(comment|footnote|endnote)/.test(style.get('mso-element') ?? '')
