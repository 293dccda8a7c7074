import { formatNumber } from '../../ui/numbers'
import type { Unit } from './volumes'

interface VolumeProps {
  volume: number | null
  unit: Unit
}

/** '12,000 dth'; nothing where no volume is known. */
export const Volume = ({ volume, unit }: VolumeProps) =>
  volume === null ? null : (
    <>
      {formatNumber(volume)} <span className="quiet">{unit}</span>
    </>
  )
