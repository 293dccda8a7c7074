/** The option lists and limits of the gas resources, apart from the formulas: the browser reads the contract before sign-in. */

/** Units of gas, of energy and of volume, for quantities and for prices per unit (UNIT-2). */
export const gasUnits = ['dth', 'th', 'mcf', 'ccf'] as const
export type GasUnit = (typeof gasUnits)[number]

/** The fields with the volume of each month, January first. */
export const monthlyVolumes = [
  'january_volume',
  'february_volume',
  'march_volume',
  'april_volume',
  'may_volume',
  'june_volume',
  'july_volume',
  'august_volume',
  'september_volume',
  'october_volume',
  'november_volume',
  'december_volume',
] as const

/** A field for the volume of each month. */
export const monthly = <F>(field: F) =>
  Object.fromEntries(monthlyVolumes.map((name) => [name, field])) as Record<
    (typeof monthlyVolumes)[number],
    F
  >

/** How a quote stands (QUO-5). */
export const quoteStates = ['open', 'expired', 'withdrawn', 'replaced', 'awarded', 'lost'] as const
export type QuoteState = (typeof quoteStates)[number]

/** MMBtu per mcf (UNIT-6). */
export const heatContentRange = { min: 0.9, max: 1.2 } as const

/** How contracts begin to flow, and what follows their end (CTR-1). */
export const startRules = ['first_of_month', 'meter_read'] as const
export const afterEnds = ['ends', 'evergreen', 'holdover', 'auto_renew'] as const
export const noticeKinds = ['calendar', 'business'] as const

/** How a contract stands on a day (CTR-7). */
export const contractStates = [
  'draft',
  'terminated',
  'signed',
  'active',
  'renewed',
  'ended',
  'evergreen',
  'holdover',
  'auto_renewed',
] as const
export type ContractState = (typeof contractStates)[number]

/** Days to the end by which renewals are sorted (CTR-7). */
export const renewalBuckets = [30, 60, 90, 180] as const
export type RenewalBucket = (typeof renewalBuckets)[number]

/** The days of notice that make a task: its first day, and two weeks before its last (CTR-8). */
export const noticeTasks = ['notice_opens', 'notice_by'] as const
export type NoticeTask = (typeof noticeTasks)[number]

/** By when a utility wants enrollments: days before the start, or on a business day of the month before (CTR-5). */
export const enrollmentRules = ['days_before', 'prior_month_business_day'] as const

/** What an opportunity needs before suppliers can price it, in the order of the score's lines (RDY-1). */
export const readinessLines = ['loa', 'usage', 'legal_entity', 'meters', 'credit', 'contact'] as const
export type ReadinessLine = (typeof readinessLines)[number]
