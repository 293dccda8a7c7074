import { notice, type Feature } from '../feature'

/** The progress and the results of changes of many records at once, above every page (BULK-7). */
export const bulkChanges: Feature = {
  routes: [],
  notice: notice(
    ({ bulkChanges: shown }) => shown.length > 0,
    () => import('./BulkNotice'),
  ),
}
