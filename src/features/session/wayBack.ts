/** Where somebody wants to go who is away at a directory; this tab comes back with nothing but the directory's answer. */
const key = 'citygate-way-back'

export const keepWayBack = (returnUrl: string | null): void => sessionStorage.setItem(key, returnUrl ?? '')

/** What has been kept; null for nothing. */
export const wayBack = (): string | null => sessionStorage.getItem(key) || null
