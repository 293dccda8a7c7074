import { PlaceLink } from '../../ui/page/place'
import { LightPage } from '../../ui/page/LightPage'

/** /login/create-user: how one comes by an account. */
export const Page = () => (
  <LightPage title="Create User">
    <p>Accounts are opened by the provider’s team. Ask your contact there for one.</p>
    <div className="light-actions">
      <PlaceLink to="/login" className="light-button">
        Back to sign-in
      </PlaceLink>
    </div>
  </LightPage>
)
