/** The parts of exports that a list loads when one is wanted. */
import { useEffect, useRef } from 'react'
import type { ApiError } from '../../api/kit/errors'
import type { ExportFormat } from '../../contract/exports'
import { Button } from '../antd/Button'
import { ErrorState } from '../feedback/ErrorState'
import { counted, formatNumber } from '../value/numbers'
import './exporting.css'

export { exportList } from '../../api/exportsApi'
export { saveAsFile } from '../files/saveAsFile'

/** What an export does, or how it has ended. */
export type ExportState =
  | { is: 'idle' }
  | { is: 'running'; rows: number; count: number }
  | { is: 'saved'; filename: string; rows: number }
  | { is: 'failed'; format: ExportFormat; error: ApiError }

interface ExportPanelProps {
  state: ExportState
  start: (format: ExportFormat) => void
  stop: () => void
}

/** The formats, the progress of an export with Stop, and how it has ended. */
export const ExportPanel = ({ state, start, stop }: ExportPanelProps) => {
  const panel = useRef<HTMLDivElement>(null)
  const { is } = state
  useEffect(() => {
    // The button that was pressed may have gone with its focus.
    if (document.activeElement === document.body) panel.current?.querySelector('button')?.focus()
  }, [is])
  return (
    <div className="export-panel" ref={panel}>
      {state.is === 'running' ? (
        <>
          <progress
            aria-label="Export"
            max={Math.max(state.count, 1)}
            {...(state.rows > 0 && { value: state.rows })}
          />
          <span>
            {formatNumber(state.rows)} of {counted(state.count, 'row')}
          </span>
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        </>
      ) : (
        <>
          <p className="quiet">All pages, with the columns shown.</p>
          <div className="line">
            <Button onClick={() => start('csv')}>CSV</Button>
            <Button onClick={() => start('xlsx')}>XLSX</Button>
          </div>
        </>
      )}
      <p role="status">
        {state.is === 'saved' && `Saved ${counted(state.rows, 'row')} as ${state.filename}.`}
      </p>
      {state.is === 'failed' && (
        <ErrorState
          inline
          title="The list could not be exported."
          error={state.error}
          retry={() => start(state.format)}
        />
      )}
    </div>
  )
}
