import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { usersApi } from '../../api/usersApi'
import { workingHoursPath } from '../../records/workingHours/paths'
import { selectCurrentUser, selectProfile } from '../../store/currentUser'
import { selectSignedIn } from '../../store/session'
import { WeekList } from '../../ui/calendar/WeekList'
import { thisWeek } from '../../ui/calendar/weeks'
import { PlaceGuard } from '../../ui/leaving/PlaceGuard'
import { LightPage } from '../../ui/page/LightPage'
import { PlaceLink } from '../../ui/page/place'
import { HoursForm } from './HoursForm'
import { OwnWeek } from './OwnWeek'
import './working-hours.css'

const signInPath = `/login?returnUrl=${encodeURIComponent(workingHoursPath)}`

/** A week whose events nobody has signed in to see. */
const EmptyWeek = () => {
  const [week, setWeek] = useState(thisWeek)
  return (
    <WeekList
      week={week}
      show={setWeek}
      entries={[]}
      notice={<p className="quiet">Your events of the week stand here once you have signed in.</p>}
    />
  )
}

const Hours = () => {
  const signedIn = useAppSelector(selectSignedIn)
  const user = useAppSelector(selectCurrentUser)
  const profile = useAppSelector(selectProfile)
  usersApi.endpoints.currentUser.useQuery(signedIn ? undefined : skipToken, {
    refetchOnMountOrArgChange: true,
  })
  return (
    <LightPage title="Working hours" wide>
      {signedIn ? (
        <p className="quiet">
          The calendar shades the rest of the week, and a meeting outside these hours is pointed out before it
          is arranged.
        </p>
      ) : (
        <p>
          Working hours belong to a user. <PlaceLink to={signInPath}>Sign in</PlaceLink> to set yours.
        </p>
      )}
      <div className="hours-page">
        <HoursForm profile={profile} />
        <section className="hours-week" aria-labelledby="hours-week">
          <h2 id="hours-week">Your week</h2>
          {signedIn ? <OwnWeek user={user} /> : <EmptyWeek />}
        </section>
      </div>
      {signedIn && <PlaceLink to="/">Back to Citygate</PlaceLink>}
    </LightPage>
  )
}

/** /schedule-working: when one works, beside the week; nobody need be signed in to see it (SCREEN-1, SHELL-10). */
export const Page = () => (
  <PlaceGuard>
    <Hours />
  </PlaceGuard>
)
