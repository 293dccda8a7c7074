import createDOMPurify from 'dompurify'
import {
  linkAttributes,
  linkSchemes,
  richTextAttributes,
  richTextTags,
  safeAddress,
  textlessTags,
} from '../../contract/richText'
import { serialized } from './serialize'

/** A separate instance, so that hooks and rules are not shared with other users of the library. */
const purifier = createDOMPurify(window)

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.localName !== 'a') return
  const address = safeAddress(node.getAttribute('href'))
  for (const name of richTextAttributes.a) node.removeAttribute(name)
  if (address === null) return
  for (const [name, value] of Object.entries({ href: address, ...linkAttributes }))
    node.setAttribute(name, value)
})

/** The nodes of rich text in a separate document, reduced to the allow-list (TRUST-1). */
export const cleanFragment = (html: string): DocumentFragment =>
  purifier.sanitize(html, {
    ALLOWED_TAGS: [...richTextTags],
    ALLOWED_ATTR: [...richTextAttributes.a],
    ALLOWED_URI_REGEXP: new RegExp(`^(?:${linkSchemes.join('|')}):`, 'i'),
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    ALLOW_SELF_CLOSE_IN_ATTR: false,
    ADD_FORBID_CONTENTS: [...textlessTags],
    RETURN_DOM_FRAGMENT: true,
  })

/** Rich text reduced to the allow-list (TRUST-1), serialized like on the server. */
export const sanitizeRichText = (html: string): string => serialized(cleanFragment(html))
