import type { Tables } from '../../db/tables'

const hours = 3_600
const days = 24 * hours
/** Seconds after which a remembered session ends: without use, and in all. */
export const remembered = { idle: 7 * days, absolute: 30 * days }
/** Seconds: the same without remember-me. */
export const unrememberedLifetime = { idle: 12 * hours, absolute: 12 * hours }

export const lifetimeOf = (remember: boolean) => (remember ? remembered : unrememberedLifetime)

export const inSeconds = (from: Date, seconds: number) =>
  new Date(from.getTime() + seconds * 1_000).toISOString()

/** Whether a session has not expired, neither in all nor without use (TRUST-5). */
export function isUnexpired(
  {
    expires_at,
    last_used_at,
    idle_seconds,
  }: Pick<Tables['sessions'], 'expires_at' | 'last_used_at' | 'idle_seconds'>,
  now: Date,
): boolean {
  const moment = now.toISOString()
  return expires_at > moment && inSeconds(new Date(last_used_at), idle_seconds) > moment
}
