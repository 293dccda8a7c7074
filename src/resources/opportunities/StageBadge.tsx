import type { Stage } from '../../contract/stages'
import { stageName } from './stageNames'
import './stage-badge.css'

/** A stage by its name behind a coloured dot; null: without one (BOARD-1). */
export const StageBadge = ({ stage }: { stage: Stage | null }) => (
  <span className={`stage-badge stage-badge-${stage ?? 'none'}`}>{stageName(stage)}</span>
)
