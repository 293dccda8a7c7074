/** Paths and answers about the usage of meters, accounts and those they belong to (USE-6 to USE-8). */
import type { LoadProfile } from './gas/usage'
import type { GasUnit } from './gas/choices'

export const usageMonthsPath = '/api/mpg/usage-months/'
export const loadProfilePath = '/api/mpg/load-profile/'
export const usageFindingsPath = (account: number | string): string =>
  `/api/mpg/utility-accounts/${account}/usage-findings/`

/** Whose months are asked for, by the names of the parameters. */
export const usageScopes = ['meter', 'utility_account', 'organization'] as const
/** Whose load profile is asked for. */
export const profileScopes = [...usageScopes, 'bid', 'opportunity'] as const

/** What a calendar month used. */
export interface UsageMonthAnswer {
  month: string
  /** dth */
  volume: number
  days_covered: number
  /** Days covered ÷ days of the month. */
  coverage: number
  /** Whether a period of it was estimated. */
  estimated: boolean
}

/** A load profile, and what it rests on. */
export interface LoadProfileAnswer extends LoadProfile {
  unit: GasUnit
  /** MMBtu per mcf, between volumes and energy. */
  heat_content: number
  /** Whether a month of it rests on an estimate. */
  estimated: boolean
  site_count: number
  meter_count: number
  /** Accounts without any usage, which do not count. */
  accounts_without_usage: number[]
}

/** What an account's usage lacks, and what to do about it (USE-7). */
export interface UsageFindings {
  gaps: {
    meter: number
    from: string
    /** The last day of it. */
    to: string
    days: number
    /** What the same days of the year before used, in dth; null where they are not known. */
    estimate: number | null
  }[]
  long_periods: { bill_period: number; meter: number; read_from: string; read_to: string; days: number }[]
  outliers: { month: string; volume: number }[]
}
