import { profileSlug } from '../../contract/contacts'

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Who a LinkedIn address is about: the part behind /in/; null where it has none. */
export const slugIn = (address: string): string | null => {
  const path = URL.canParse(address.trim()) ? new URL(address.trim()).pathname : ''
  const slug = decoded(/\/in\/([^/]+)\/?$/.exec(path)?.[1] ?? '')
  return profileSlug.test(slug) ? slug : null
}
