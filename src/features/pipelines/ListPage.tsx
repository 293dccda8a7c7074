import { pipelinesApi } from '../../api/pipelinesApi'
import { columnOf } from '../../records/kit/columnOf'
import { PlainList } from '../../records/kit/PlainList'
import { pipelineFaces } from '../../records/pipelines/faces'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))
const columns = [
  columnOf(pipelineFaces, 'name', { isName: true }),
  columnOf(pipelineFaces, 'zone'),
  columnOf(pipelineFaces, 'modified_at'),
]

/** /mpg/pipelines */
export const Page = () => (
  <PlainList
    api={pipelinesApi}
    title="Pipelines"
    about="Gas comes by them."
    columns={columns}
    dialogs={dialogs}
  />
)
