import { teamsApi } from '../../api/teamsApi'
import { teamsPaths } from '../../resources/teams/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** Teams. */
export const teams: Feature = {
  routes: [
    pageRoute(teamsPaths.list, () => import('./ListPage'), listRead('teams', teamsApi.list)),
    pageRoute(teamsPaths.path(':id'), () => import('./DetailPage'), recordRead(teamsApi.row)),
  ],
}
