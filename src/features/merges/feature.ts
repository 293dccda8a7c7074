import { mergedResources } from '../../contract/duplicatePairs'
import { mergePaths } from '../../resources/merges/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'
import { duplicatesReads, mergeReads } from './reads'

/** DUP-1, DUP-3 */
export const merges: Feature = {
  routes: mergedResources.flatMap((resource) => [
    pageRoute(
      mergePaths.duplicates(resource),
      async () => ({ Page: (await import('./DuplicatesPage')).pages[resource] }),
      duplicatesReads(resource),
    ),
    pageRoute(
      mergePaths.merge(resource, ':id'),
      async () => ({ Page: (await import('./MergePage')).pages[resource] }),
      mergeReads(resource),
    ),
  ]),
}
