/** The quantities that a bid asks for, month by month, in dekatherms. */
import { monthlyVolumes } from './choices'
import { sumOf, type Decimal } from './decimal'
import { convertQuantity, defaultHeatContent } from './units'

/** What of a bid the price of its quotes rests on. */
export interface BidVolumes extends Readonly<Record<(typeof monthlyVolumes)[number], number | null>> {
  readonly annual_volume: number | null
  readonly volume_unit: 'dth' | 'th'
  readonly meter_count: number | null
}

/** Where monthly volumes come from: the bid's months, or a twelfth of its year. */
export type VolumeSource = 'profile' | 'flat'

// Bids are in dth or th only, so that the heat content does not count.
const inDth = (bid: BidVolumes, volume: number): Decimal =>
  convertQuantity(volume, bid.volume_unit, 'dth', defaultHeatContent)

const volumeField = (month: string) => monthlyVolumes[Number(month.slice(5)) - 1] ?? 'january_volume'

/** What tells the volume of a calendar month; null where neither it nor the year is known. */
function monthlyVolumeOf(bid: BidVolumes) {
  // Divided once for all months, if at all: a division takes longer than all else that a month needs.
  let flat: Decimal | undefined
  return (month: string): { volume: Decimal; source: VolumeSource } | null => {
    const own = bid[volumeField(month)]
    if (own !== null) return { volume: inDth(bid, own), source: 'profile' }
    if (bid.annual_volume === null) return null
    flat ??= inDth(bid, bid.annual_volume).div(monthlyVolumes.length)
    return { volume: flat, source: 'flat' }
  }
}

/** The volume of a year: the bid's own figure, else the sum of its months; null where months lack. */
export function annualVolume(bid: BidVolumes): Decimal | null {
  if (bid.annual_volume !== null) return inDth(bid, bid.annual_volume)
  const months = monthlyVolumes.flatMap((field) => bid[field] ?? [])
  return months.length < monthlyVolumes.length ? null : sumOf(months.map((volume) => inDth(bid, volume)))
}

/** The volumes of months, null where unknown, and the names of the fields that lack. */
export function volumesOf(
  bid: BidVolumes,
  months: readonly string[],
): { volumes: (Decimal | null)[]; source: VolumeSource | null; missing: string[] } {
  const found = months.map(monthlyVolumeOf(bid))
  const lacking = months.filter((_, index) => found[index] === null).map(volumeField)
  const known = found.flatMap((entry) => entry ?? [])
  const isEmpty = monthlyVolumes.every((field) => bid[field] === null)
  return {
    volumes: found.map((entry) => entry?.volume ?? null),
    source:
      known.length === 0 ? null : known.every(({ source }) => source === 'profile') ? 'profile' : 'flat',
    missing: lacking.length > 0 && isEmpty ? ['annual_volume'] : [...new Set(lacking)],
  }
}
