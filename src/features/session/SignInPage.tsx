import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { useInstallationQuery } from '../../api/installationApi'
import { directoryLoginPath } from '../../contract/session'
import type { UserType } from '../../contract/users'
import { userTypeChosen } from '../../store/preferences'
import { selectSignedIn } from '../../store/session'
import { LightPage } from '../../ui/page/LightPage'
import { DirectoryReturn } from './DirectoryReturn'
import { keepReturnUrl, keptReturnUrl } from './keptReturnUrl'
import { requestUri, safeReturnUrl } from './returnUrl'
import { SessionEnded } from './SessionEnded'
import { SignInForm } from './SignInForm'
import { UserTypes } from './UserTypes'

interface Directory {
  provider: string
  label: string
}

const DirectoryButton = ({ provider, label }: Directory) => {
  const [query] = useSearchParams()
  return (
    <a
      className="light-button light-button-main"
      href={`${directoryLoginPath(provider)}?${new URLSearchParams({ requestUri: requestUri() }).toString()}`}
      onClick={() => keepReturnUrl(query.get('returnUrl'))}
    >
      Sign in with {label}
    </a>
  )
}

/** The provider's team signs in through its directory where one is configured; all other users by password. */
const WayIn = ({ userType }: { userType: UserType }) => {
  const { data: installation, isLoading } = useInstallationQuery(undefined, { skip: userType !== 'team' })
  if (isLoading) return <p role="status">Loading...</p>
  return userType === 'team' && installation?.directory ? (
    <DirectoryButton {...installation.directory} />
  ) : (
    <SignInForm />
  )
}

/** /login: the user type, then the method; afterwards the returnUrl (AUTH-1, 3, 10, 18). */
export const Page = () => {
  const [brought] = useSearchParams()
  const dispatch = useAppDispatch()
  const isSignedIn = useAppSelector(selectSignedIn)
  const userType = useAppSelector(({ preferences }) => preferences.userType)
  const [cameSignedIn] = useState(isSignedIn)
  const comesBack = brought.has('code') || brought.has('error')

  if (isSignedIn) {
    const wanted = comesBack ? keptReturnUrl() : brought.get('returnUrl')
    if (cameSignedIn) return <Navigate to="/" replace />
    return (
      <LightPage title="Sign in">
        <p role="status">Signing in…</p>
        <Navigate to={safeReturnUrl(wanted)} replace />
      </LightPage>
    )
  }

  return (
    <LightPage
      title="Sign in"
      about="The sales desk for natural gas: opportunities, suppliers’ bids, and the organizations and people behind them."
    >
      {comesBack ? (
        <DirectoryReturn />
      ) : (
        <>
          <SessionEnded />
          <UserTypes chosen={userType} choose={(type) => dispatch(userTypeChosen(type))} />
          {userType && <WayIn userType={userType} />}
        </>
      )}
    </LightPage>
  )
}
