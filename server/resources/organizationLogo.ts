/** The logo of an organization: an image that comes with a write of it. */
import type { Row } from '../../src/contract'
import type { Write } from '../kit/context'
import { checkStorageQuota, type Quotas } from './storageQuota'
import type { Upload } from './uploads'

/** Stored images of requests whose bodies are being written. */
const chosen = new WeakMap<object, Upload & { quotas: Quotas }>()

/**
 * Attaches an image to the body of a write. A body itself cannot reference one.
 * @param quotas for the check within the write.
 */
export const chooseLogo = (body: object, image: Upload, quotas: Quotas): void =>
  void chosen.set(body, { ...image, quotas })

export const chosenLogo = (body: unknown) =>
  typeof body === 'object' && body !== null ? chosen.get(body) : undefined

/** Forgets the image of a request: it belongs to the organization now. */
export const detachLogo = (body: object): void => void chosen.delete(body)

/** Whether a write changes the logo: an attached image replaces it, `logo: null` clears it, anything else leaves it. */
const changesLogo = (body: unknown): boolean =>
  // An empty text in a form changes nothing: browsers send it where no file was chosen (ORG-3).
  chosenLogo(body) !== undefined ||
  (typeof body === 'object' && body !== null && 'logo' in body && body.logo === null)

/**
 * The columns of the logo after a write.
 * @throws ApiError 413 or 507 where the image exceeds a storage quota.
 */
export async function logoColumns(
  write: Write,
  body: unknown,
  before: Pick<Row<'organizations'>, 'logo'> | null,
) {
  if (changesLogo(body) && typeof before?.logo === 'string') write.discarded.push(before.logo)
  const image = chosenLogo(body)
  if (image) {
    await checkStorageQuota(write, image.size, image.quotas)
    return { logo_key: image.key, logo_size: image.size, logo_by: write.actor }
  }
  return changesLogo(body) ? { logo_key: null, logo_size: null, logo_by: null } : {}
}
