/** What is at stake in the contracts that end soon, and are not renewed (CTR-8). */
import type { RenewalBucket } from './gas/choices'

export const renewalsPath = '/api/mpg/contracts/renewals/'

/** The contracts at stake that end within a bucket. */
export interface RenewalTotals {
  bucket: RenewalBucket
  contracts: number
  annual_dth: number
  /** USD; null for users who see nothing of commission. */
  yearly_fee: number | null
  /** Contracts without a year's volume, which the sums leave out. */
  without_volume: number
  /** Contracts whose last day of notice is in the coming fourteen days. */
  notice_soon: number
}

/** Days before the last one of notice from which it is soon. */
export const noticeSoonDays = 14
