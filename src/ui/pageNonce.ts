/** The CSP nonce of this page's scripts; empty where the server sent none, as in development. */
export const pageNonce = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
