import { useAppSelector } from '../../api/kit/hooks'
import { teamsApi } from '../../api/teamsApi'
import { seesAllTeams } from '../../contract/policy'
import { shownFields } from './teamFieldMeta'
import { selectCurrentUser, selectIdentity } from '../../store/currentUser'

/** The teams that the user may limit records to: the own ones, of administrators all (TEAM-4). */
export const useTeamChoice = () => {
  const user = useAppSelector(selectCurrentUser)
  const who = useAppSelector(selectIdentity)
  // Whether there is an administrator only the server knows: it refuses what is offered too much.
  const isAny = user !== null && who !== null && seesAllTeams({ ...who, role: user.role }, false)
  const filters = isAny ? {} : { members: String(user?.id ?? 0) }
  const { data } = teamsApi.list.useQuery(
    { ...filters, q: '', ordering: 'name', limit: 1, offset: 0 },
    { skip: user === null },
  )
  return { filters, isOffered: (data?.count ?? 0) > 0 }
}

/** The fields that a form asks for: the team only where the user has one, or the record is limited to one (TEAM-5). */
export const useAskedFields = <Name extends string>(
  names: readonly Name[],
  team: number | null | undefined,
): readonly Name[] => {
  const { isOffered } = useTeamChoice()
  return isOffered ? names : shownFields(names, team)
}
