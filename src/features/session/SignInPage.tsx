import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useAppDispatch, useAppSelector } from '../../api/hooks'
import { useInstallationQuery } from '../../api/installationApi'
import { directoryLoginPath } from '../../contract/session'
import type { UserType } from '../../contract/users'
import { userTypeChosen } from '../../store/preferences'
import { selectSignedIn } from '../../store/session'
import { LightPage } from './LightPage'
import { safeReturnUrl } from './returnUrl'
import { SignInForm } from './SignInForm'
import { UserTypes } from './UserTypes'

interface Directory {
  provider: string
  label: string
}

const DirectoryButton = ({ provider, label }: Directory) => {
  const requestUri = location.origin + location.pathname
  return (
    <a
      className="light-button light-button-main"
      href={`${directoryLoginPath(provider)}?${new URLSearchParams({ requestUri }).toString()}`}
    >
      Sign in with {label}
    </a>
  )
}

/** The provider's own team signs in through its directory where one is set up; everybody else by password. */
const WayIn = ({ userType }: { userType: UserType }) => {
  const { data: installation, isLoading } = useInstallationQuery(undefined, { skip: userType !== 'team' })
  if (isLoading) return <p role="status">Loading…</p>
  return userType === 'team' && installation?.directory ? (
    <DirectoryButton {...installation.directory} />
  ) : (
    <SignInForm />
  )
}

/** /login: first who, then how; afterwards on to where the visit was meant to go (AUTH-1, 3, 10, 18). */
export const Page = () => {
  const [params] = useSearchParams()
  const dispatch = useAppDispatch()
  const signedIn = useAppSelector(selectSignedIn)
  const [cameSignedIn] = useState(signedIn)
  const userType = useAppSelector((state) => state.preferences.userType)

  if (signedIn) return <Navigate to={cameSignedIn ? '/' : safeReturnUrl(params.get('returnUrl'))} replace />

  return (
    <LightPage title="Sign in">
      <UserTypes chosen={userType} choose={(type) => dispatch(userTypeChosen(type))} />
      {userType && <WayIn userType={userType} />}
    </LightPage>
  )
}
