/** The nonce that the server gave to this page's scripts; empty where it sent none, as in development. */
export const pageNonce = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
