import { useMemo } from 'react'
import { opportunitiesApi, useStageTotalsQuery } from '../../api/opportunitiesApi'
import { convertVolume } from '../../contract/units'
import { StageBadge } from '../../resources/opportunities/StageBadge'
import { stageName } from '../../resources/opportunities/stageNames'
import { useIsUnread } from '../../ui/page/pageRoute'
import { formatNumber } from '../../ui/value/numbers'
import { useVolumeUnit } from '../../ui/value/volumeUnit'
import { AnsweredPart } from './AnsweredPart'
import { createdWithin, type Period } from './period'
import { CountLink, ReportPart } from './ReportPart'

/** The opportunities of a period by their stages (REP-6). */
export const PipelinePart = ({ period }: { period: Period }) => {
  const unit = useVolumeUnit()
  const asked = useMemo(() => createdWithin(period), [period])
  const isUnread = useIsUnread(opportunitiesApi.endpoints.stageTotals, asked)
  const query = useStageTotalsQuery(asked, { refetchOnMountOrArgChange: isUnread })
  return (
    <AnsweredPart query={query} period={period} problemTitle="The pipeline could not be loaded.">
      {(totals, answered) => {
        const filters = createdWithin(answered)
        const shown = totals
          .filter(({ stage, count }) => stage !== null || count > 0)
          .map((each) => ({ ...each, volume: Math.round(convertVolume(each.annual_volume, 'dth', unit)) }))
        return (
          <ReportPart
            title="Pipeline by Stage"
            hint="Opportunities created in the period, by the stage in which they are now."
            bars={shown.map(({ stage, volume }) => ({
              key: String(stage),
              label: stageName(stage),
              value: volume,
            }))}
            unit={unit}
            columns={['Stage', 'Opportunities', `Annual Volume (${unit})`]}
          >
            {shown.map(({ stage, count, volume }) => (
              <tr key={stage}>
                <th scope="row">
                  <StageBadge stage={stage} />
                </th>
                <td>
                  <CountLink
                    count={count}
                    of={stageName(stage)}
                    filters={{ ...filters, ...(stage === null ? { stage_empty: 'true' } : { stage }) }}
                  />
                </td>
                <td>{formatNumber(volume)}</td>
              </tr>
            ))}
          </ReportPart>
        )
      }}
    </AnsweredPart>
  )
}
