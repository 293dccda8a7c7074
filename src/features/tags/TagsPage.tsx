import { tagsApi } from '../../api/tagsApi'
import { columnOf } from '../../records/kit/columnOf'
import { PlainList } from '../../records/kit/PlainList'
import { tagFaces } from '../../records/tags/faces'
import { lazyDialogs } from '../../ui/list/useRowDialogs'
import { Badge } from '../../ui/value/Badge'

const dialogs = lazyDialogs(() => import('./dialogs'))

const columns = [
  columnOf(tagFaces, 'name', {
    isName: true,
    width: '24%',
    show: ({ name, color }) => <Badge text={name} color={color} />,
  }),
  columnOf(tagFaces, 'color', { width: '12%', hasLine: true }),
  columnOf(tagFaces, 'description', { hasLine: true }),
  columnOf(tagFaces, 'modified_at', { width: '16%', hasLine: true, matters: 'wide' }),
]

/** /mpg/tags (TAG-1) */
export const Page = () => (
  <PlainList
    api={tagsApi}
    title="Tags"
    about="Tags sort opportunities by what they have in common: the season, the index, the region."
    columns={columns}
    dialogs={dialogs}
  />
)
