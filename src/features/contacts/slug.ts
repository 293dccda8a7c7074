import { profileSlug } from '../../contract/contacts'

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The part of a LinkedIn address after /in/; null where it has none. */
export const slugIn = (address: string): string | null => {
  const path = URL.canParse(address.trim()) ? new URL(address.trim()).pathname : ''
  const slug = decoded(/\/in\/([^/]+)\/?$/.exec(path)?.[1] ?? '')
  return profileSlug.test(slug) ? slug : null
}

/** The host of an address; '' without one. */
export const hostIn = (address: string): string => {
  const text = address.trim()
  return URL.canParse(text) ? new URL(text).host : ''
}
