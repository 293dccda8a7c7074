import { wholeList } from '../../api/kit/queries'
import { tagsApi } from '../../api/tagsApi'

/** Keeps every tag at hand while something is open that may show any of them, such as a form in several steps. */
export const useAllTags = () => {
  tagsApi.list.useQuerySubscription({ q: '', limit: wholeList, offset: 0, ordering: 'name' })
}
