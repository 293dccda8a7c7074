const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const entityOf = (character: string) => entities[character] ?? character

/** Escapes text like the server does. */
export const escapedText = (text: string) => text.replaceAll(/[&<>]/g, entityOf)

/** Escapes an attribute's value. */
export const escapedValue = (value: string) => value.replaceAll(/[&<>"]/g, entityOf)

/** The parser drops a line break at the start of preformatted text. */
export const preformatted = (content: string) => (content.startsWith('\n') ? `\n${content}` : content)

/** Serializes elements and text like the server does; other nodes are left out. */
export const serialized = (node: Node): string => {
  if (node.nodeType === Node.TEXT_NODE) return escapedText(node.textContent ?? '')
  const content = [...node.childNodes].map(serialized).join('')
  if (!(node instanceof Element)) return content
  const { localName: tag } = node
  if (tag === 'br') return '<br />'
  const attributes = [...node.attributes].map(({ name, value }) => ` ${name}="${escapedValue(value)}"`)
  return `<${tag}${attributes.join('')}>${tag === 'pre' ? preformatted(content) : content}</${tag}>`
}
