/** The logo of an organization: an image that comes with a write of it. */
import type { Write } from '../kit/context'
import { checkRoom, type Quotas } from './room'
import type { Upload } from './uploads'

/** The images that lie in the file store for requests whose bodies are being written. */
const chosen = new WeakMap<object, Upload & { quotas: Quotas }>()

/**
 * Puts an image beside the body of a write. A body itself cannot name one, whatever it holds.
 * @param quotas how much room the write may find that there is.
 */
export const chooseLogo = (body: object, image: Upload, quotas: Quotas): void =>
  void chosen.set(body, { ...image, quotas })

export const chosenLogo = (body: unknown) =>
  typeof body === 'object' && body !== null ? chosen.get(body) : undefined

/** The image belongs to the organization now. */
export const logoIsKept = (body: object): void => void chosen.delete(body)

/** Whether a write changes the logo: a chosen image replaces it, `logo: null` clears it, anything else leaves it. */
const changesLogo = (body: unknown): boolean =>
  // A form's empty text is no decision: only a chosen file is sent there (ORG-3).
  chosenLogo(body) !== undefined ||
  (typeof body === 'object' && body !== null && 'logo' in body && body.logo === null)

/**
 * What a write makes of the columns of the logo.
 * @throws ApiError 413 or 507 where there is no room for the image.
 */
export async function logoColumns(
  write: Write,
  body: unknown,
  before: Readonly<Record<string, unknown>> | null,
) {
  if (changesLogo(body) && typeof before?.['logo'] === 'string') write.discarded.push(before['logo'])
  const image = chosenLogo(body)
  if (image) {
    await checkRoom(write, image.size, image.quotas)
    return { logo_key: image.key, logo_size: image.size, logo_by: write.actor }
  }
  return changesLogo(body) ? { logo_key: null, logo_size: null, logo_by: null } : {}
}
