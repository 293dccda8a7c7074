import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import { usersApi } from '../../api/usersApi'
import { userPaths } from '../../resources/users/paths'
import { workingHoursPath } from '../../resources/workingHours/paths'
import { selectCurrentUser, selectProfile } from '../../store/currentUser'
import { selectSignedIn } from '../../store/session'
import { WeekList } from '../../ui/calendar/WeekList'
import { thisWeek } from '../../ui/calendar/weeks'
import { NavigationGuard } from '../../ui/navigationGuard/NavigationGuard'
import { PageHeader } from '../../ui/page/PageHeader'
import { LightPage } from '../../ui/page/LightPage'
import { HoursForm } from './form/HoursForm'
import { OwnWeek } from './OwnWeek'
import './working-hours.css'

const signInPath = `/login?returnUrl=${encodeURIComponent(workingHoursPath)}`

/** A week without a session, and so without events. */
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
    <div className="hours-page">
      <HoursForm profile={profile} />
      <section className="hours-week" aria-labelledby="hours-week">
        <h2 id="hours-week">Your week</h2>
        {signedIn ? <OwnWeek user={user} /> : <EmptyWeek />}
      </section>
    </div>
  )
}

const trail = [{ label: 'Account', to: userPaths.account }]

/**
 * /schedule-working: working hours beside the week, accessible without a session (SCREEN-1, SHELL-10). For signed-in
 * users it is inside the layout.
 */
export const Page = () =>
  useAppSelector(selectSignedIn) ? (
    <>
      <PageHeader title="Working hours" trail={trail} />
      <p className="quiet hours-about">
        The calendar shades the rest of the week, and a meeting outside these hours is pointed out before it
        is arranged.
      </p>
      <Hours />
    </>
  ) : (
    <NavigationGuard>
      <LightPage title="Working hours" wide>
        <p>
          Working hours belong to a user. <Link to={signInPath}>Sign in</Link> to set yours.
        </p>
        <Hours />
      </LightPage>
    </NavigationGuard>
  )
