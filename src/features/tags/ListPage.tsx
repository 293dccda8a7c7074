import { tagsApi } from '../../api/tagsApi'
import { CrudList } from '../../resources/kit/CrudList'
import { columns } from '../../resources/tags/parts'
import { tags } from '../../resources/tags/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/tags (TAG-1) */
export const Page = () => <CrudList api={tagsApi} view={tags} columns={columns} dialogs={dialogs} />
