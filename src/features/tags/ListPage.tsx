import { tagsApi } from '../../api/tagsApi'
import { columnOf } from '../../resources/kit/columnOf'
import { CrudList } from '../../resources/kit/CrudList'
import { tagFieldMeta } from '../../resources/tags/fieldMeta'
import { tags } from '../../resources/tags/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'
import { Badge } from '../../ui/value/Badge'

const dialogs = lazyDialogs(() => import('./dialogs'))

const columns = [
  columnOf(tagFieldMeta, 'name', {
    isName: true,
    width: '24%',
    show: ({ name, color }) => <Badge text={name} color={color} />,
  }),
  columnOf(tagFieldMeta, 'color', { width: '12%', hasLine: true }),
  columnOf(tagFieldMeta, 'description', { hasLine: true }),
  columnOf(tagFieldMeta, 'modified_at', { width: '16%', hasLine: true, matters: 'wide' }),
]

/** /mpg/tags (TAG-1) */
export const Page = () => <CrudList api={tagsApi} view={tags} columns={columns} dialogs={dialogs} />
