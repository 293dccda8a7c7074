import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useEffect, useRef, useState } from 'react'
import { useAppDispatch, useRightRefusal } from '../../api/kit/hooks'
import { unreadableAnswer } from '../../api/kit/errors'
import type { ExportFormat } from '../../contract/exports'
import type { ExportCall } from '../../api/exportsApi'
import { lazyComponent } from '../page/lazyComponent'
import type { Column } from '../table/columns'
import { ToolbarPanel } from '../table/ToolbarPanel'
import { useVolumeUnit } from '../value/volumeUnit'
import type { ExportState } from './exporting'

const load = () => import('./exporting')

const ExportPanel = lazyComponent(
  async () => (await load()).ExportPanel,
  'The export could not be loaded.',
  <p role="status">Loading...</p>,
)

interface ExportMenuProps<R> {
  path: string
  /** Those that the list shows. */
  columns: readonly Column<R>[]
  /** Search, filters and order of the list, without its page. */
  params: () => ExportCall['params']
  /** Whether the list has several shapes: an icon stands for it then on all but the widest screens. */
  hasShapes?: boolean
}

/** Saves all pages of a list as a file, with its columns, search, filters and order (EXP-5). Leaving the list stops it. */
export const ExportMenu = <R,>({ path, columns, params, hasShapes = false }: ExportMenuProps<R>) => {
  const dispatch = useAppDispatch()
  const unit = useVolumeUnit()
  const refusal = useRightRefusal('export')
  const [state, setState] = useState<ExportState>({ is: 'idle' })
  const abort = useRef<(() => void) | null>(null)
  useEffect(() => () => abort.current?.(), [])

  const start = async (format: ExportFormat) => {
    const { exportList, saveAsFile } = await load()
    let isRunning = true
    const exported = columns.flatMap((column) => column.exported?.() ?? [])
    const running = dispatch(
      exportList({
        path,
        format,
        params: params(),
        table: {
          columns: exported.map(({ name }) => name),
          titles: exported.map(({ title }) => title),
          labels: Object.fromEntries(
            exported.flatMap(({ name, labels }) => (labels ? [[name, labels]] : [])),
          ),
          unit,
        },
        // Rows are counted beside the file: what has come may be told after its end.
        onProgress: (rows, count) => isRunning && setState({ is: 'running', rows, count }),
        save: saveAsFile,
      }),
    )
    abort.current = () => {
      isRunning = false
      running.abort()
    }
    setState({ is: 'running', rows: 0, count: 0 })
    const ended = await running
    isRunning = false
    abort.current = null
    if (exportList.fulfilled.match(ended)) setState({ is: 'saved', ...ended.payload })
    else if (ended.meta.aborted) setState({ is: 'idle' })
    else setState({ is: 'failed', format, error: ended.payload ?? unreadableAnswer(0) })
  }

  if (refusal !== null) return null
  return (
    <ToolbarPanel
      label="Export"
      icon={<DownloadOutlined aria-hidden />}
      isIconOnMedium
      isIconOnWide={hasShapes}
    >
      {() => (
        <ExportPanel state={state} start={(format) => void start(format)} stop={() => abort.current?.()} />
      )}
    </ToolbarPanel>
  )
}
