import { useState } from 'react'
import { directoryLoginPath } from '../../contract/session'
import type { UserType } from '../../contract/users'
import { Elsewhere, usePlace } from '../../ui/page/place'
import { LightPage } from '../../ui/page/LightPage'
import { DirectoryReturn } from './DirectoryReturn'
import { useReception } from './reception'
import { requestUri, safeReturnUrl } from './returnUrl'
import { SignInForm } from './SignInForm'
import { useInstallation } from './useInstallation'
import { UserTypes } from './UserTypes'
import { keepWayBack, wayBack } from './wayBack'

interface Directory {
  provider: string
  label: string
}

const DirectoryButton = ({ provider, label }: Directory) => {
  const { search } = usePlace()
  const wanted = new URLSearchParams(search).get('returnUrl')
  return (
    <a
      className="light-button light-button-main"
      href={`${directoryLoginPath(provider)}?${new URLSearchParams({ requestUri: requestUri() }).toString()}`}
      onClick={() => keepWayBack(wanted)}
    >
      Sign in with {label}
    </a>
  )
}

/** The provider's team signs in through its directory where one is configured; all other users by password. */
const WayIn = ({ userType }: { userType: UserType }) => {
  const { installation, isLoading } = useInstallation({ skip: userType !== 'team' })
  if (isLoading) return <p role="status">Loading...</p>
  return userType === 'team' && installation?.directory ? (
    <DirectoryButton {...installation.directory} />
  ) : (
    <SignInForm />
  )
}

/** /login: the user type, then the method; afterwards the returnUrl (AUTH-1, 3, 10, 18). */
export const Page = () => {
  const { search } = usePlace()
  const { isSignedIn, userType, chooseUserType } = useReception()
  const [cameSignedIn] = useState(isSignedIn)
  const brought = new URLSearchParams(search)
  const comesBack = brought.has('code') || brought.has('error')

  if (isSignedIn) {
    const wanted = comesBack ? wayBack() : brought.get('returnUrl')
    return <Elsewhere to={cameSignedIn ? '/' : safeReturnUrl(wanted)} />
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
          <UserTypes chosen={userType} choose={chooseUserType} />
          {userType && <WayIn userType={userType} />}
        </>
      )}
    </LightPage>
  )
}
