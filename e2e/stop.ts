/** Stops what `start.ts` started. */
export default async function stop(): Promise<void> {
  await globalThis.e2e?.stop()
}
