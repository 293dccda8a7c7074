import { useAppSelector, useRow } from '../../api/kit/hooks'
import type { WeekHours } from '../../contract/weekHours'
import { selectProfile } from '../../store/currentUser'

/** The signed-in user's working hours, from the newest known profile; null where unknown. */
export const useWorkingHours = (): WeekHours | null => {
  const kept = useAppSelector(selectProfile)
  const profile = useRow('profiles', kept?.id) ?? kept
  return profile?.working_hours ?? null
}
