/** The library's own store, which it does not describe: what is kept in it ends with the process. */
declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider'
  export function createMemoryAdapter(): AdapterFactory
}
