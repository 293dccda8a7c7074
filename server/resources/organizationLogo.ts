/** The logo of an organization: an image that comes with a write of it. */
import type { Upload } from './uploads'

/** The images that lie in the file store for requests whose bodies are being written. */
const chosen = new WeakMap<object, Upload>()

/** Puts an image beside the body of a write. A body itself cannot name one, whatever it holds. */
export const chooseLogo = (body: object, image: Upload): void => void chosen.set(body, image)

export const chosenLogo = (body: unknown): Upload | undefined =>
  typeof body === 'object' && body !== null ? chosen.get(body) : undefined

/** The image belongs to the organization now. */
export const logoIsKept = (body: object): void => void chosen.delete(body)

/** What a write does to the logo: a chosen image replaces it, `logo: null` clears it, anything else leaves it. */
export function logoColumns(body: unknown): { logo_key?: string | null } {
  const image = chosenLogo(body)
  if (image) return { logo_key: image.key }
  // A form's empty text is no decision: only a chosen file is sent there (ORG-3).
  const isCleared = typeof body === 'object' && body !== null && 'logo' in body && body.logo === null
  return isCleared ? { logo_key: null } : {}
}
