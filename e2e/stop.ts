/** Ends what `start.ts` began. */
export default async function stop(): Promise<void> {
  await globalThis.e2e?.stop()
}
