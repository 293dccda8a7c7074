import { styleAttribute } from './parsePasted'

/**
 * What the style of pasted markup says. It is read as text: much of what office programs write is unknown to
 * browsers, which would leave it out.
 */
export const styleOf = (element: Element): ReadonlyMap<string, string> =>
  new Map(
    (element.getAttribute(styleAttribute) ?? '').split(';').flatMap((declaration) => {
      const [, name, value] = /^\s*([\w-]+)\s*:\s*(.*?)\s*$/s.exec(declaration) ?? []
      return name !== undefined && value !== undefined ? [[name.toLowerCase(), value.toLowerCase()]] : []
    }),
  )

/** Whether text is bold by its style; undefined where that says nothing. */
export const boldness = (style: ReadonlyMap<string, string>): boolean | undefined => {
  const weight = style.get('font-weight')
  if (weight === undefined || weight === 'inherit') return undefined
  return weight.startsWith('bold') || Number(weight) >= 600
}

/** Whether text is slanted by its style; undefined where that says nothing. */
export const slant = (style: ReadonlyMap<string, string>): boolean | undefined => {
  const value = style.get('font-style')
  return value === undefined || value === 'inherit' ? undefined : /^(italic|oblique)/.test(value)
}

/** Whether a line is drawn under the text, or through it. Such lines reach all text within. */
export const hasLine = (style: ReadonlyMap<string, string>, line: 'underline' | 'line-through') =>
  [style.get('text-decoration'), style.get('text-decoration-line')].some((value) => value?.includes(line))

/** Whether white space shows as it stands; undefined where the style says nothing. */
export const keepsSpace = (style: ReadonlyMap<string, string>): boolean | undefined => {
  const value = style.get('white-space-collapse') ?? style.get('white-space')
  return value === undefined || value === 'inherit' ? undefined : /^(pre|break-spaces)(?!-line)/.test(value)
}

/** What nobody has seen where it was copied: hidden text, and Word's own notes to itself. */
export const isUnseen = (style: ReadonlyMap<string, string>) =>
  style.get('display') === 'none' ||
  style.get('visibility') === 'hidden' ||
  style.get('mso-hide') === 'all' ||
  style.has('mso-comment-reference') ||
  /^(comment|footnote|endnote)/.test(style.get('mso-element') ?? '')
