import { unlimited } from '../../api/kit/queries'
import { tagsApi } from '../../api/tagsApi'

/** Subscribes to all tags while a component is mounted that may show any of them, such as a wizard. */
export const useAllTags = () => {
  tagsApi.list.useQuerySubscription({ q: '', limit: unlimited, offset: 0, ordering: 'name' })
}
