import type { Check } from './check'
import { clock } from './clock'
import { cut } from './cut'
import { fullDisk } from './disk'
import { duplicates } from './duplicates'
import { edits } from './edits'
import { generated } from './generated'
import { hostileTexts } from './hostileTexts'
import { kill } from './kill'

/** All checks, in the order of the table. */
export const checks: readonly Check[] = [
  kill,
  fullDisk,
  cut,
  clock,
  duplicates,
  edits,
  generated,
  hostileTexts,
]
