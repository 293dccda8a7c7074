import { useAppSelector, useRow } from '../../api/kit/hooks'
import type { WeekHours } from '../../contract/weekHours'
import { selectProfile } from '../../store/currentUser'

/** When the signed-in user works, by the newest that is known of the profile; null where that is not known. */
export const useWorkingHours = (): WeekHours | null => {
  const kept = useAppSelector(selectProfile)
  const profile = useRow('profiles', kept?.id) ?? kept
  return profile?.working_hours ?? null
}
