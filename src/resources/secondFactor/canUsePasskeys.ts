/**
 * Whether this browser can use passkeys here: it knows them, the connection is secure, and the page has a name, as browsers
 * make none for addresses of numbers.
 */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
