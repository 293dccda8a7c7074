import { convertVolume, type VolumeUnit } from '../../contract/units'
import { formatNumber } from '../../ui/value/numbers'
import { useVolumeUnit } from '../../ui/value/volumeUnit'

interface ListVolumeProps {
  /** Null renders nothing. */
  volume: number | null
  /** The stored unit. */
  unit: VolumeUnit
}

/** A volume in the unit of lists; the stored value is in the tooltip. */
export const ListVolume = ({ volume, unit }: ListVolumeProps) => {
  const shown = useVolumeUnit()
  if (volume === null) return null
  const kept = shown === unit ? undefined : `Kept as ${formatNumber(volume)} ${unit}`
  return (
    <span title={kept}>
      {formatNumber(convertVolume(volume, unit, shown))}
      <span className="quiet"> {shown}</span>
    </span>
  )
}
