import { storeItem, getSessionStorage } from '../../store/browserStorage'

/** Storage key of the returnUrl during a directory sign-in, which returns to this tab with its answer only. */
const key = 'citygate-return-url'

export const keepReturnUrl = (returnUrl: string | null): void =>
  void storeItem(getSessionStorage(), key, returnUrl ?? '')

/** The stored returnUrl; null for none. */
export const keptReturnUrl = (): string | null => getSessionStorage().getItem(key) || null
