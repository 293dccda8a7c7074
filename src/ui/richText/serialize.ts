const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const entityOf = (character: string) => entities[character] ?? character

/** Text between tags, in the spelling in which the server keeps it. */
export const escapedText = (text: string) => text.replaceAll(/[&<>]/g, entityOf)

/** The value of an attribute. */
export const escapedValue = (value: string) => value.replaceAll(/[&<>"]/g, entityOf)

/** Where a preformatted text begins with a line break, the parser takes one away. */
export const preformatted = (content: string) => (content.startsWith('\n') ? `\n${content}` : content)

/** A tree of elements and text as HTML, in the spelling in which the server keeps it; all else is left out. */
export const serialized = (node: Node): string => {
  if (node.nodeType === Node.TEXT_NODE) return escapedText(node.textContent ?? '')
  const content = [...node.childNodes].map(serialized).join('')
  if (!(node instanceof Element)) return content
  const { localName: tag } = node
  if (tag === 'br') return '<br />'
  const attributes = [...node.attributes].map(({ name, value }) => ` ${name}="${escapedValue(value)}"`)
  return `<${tag}${attributes.join('')}>${tag === 'pre' ? preformatted(content) : content}</${tag}>`
}
