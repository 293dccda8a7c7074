import { Link } from 'react-router-dom'
import { LightPage } from './LightPage'

/** /login/create-user: how one comes by an account. */
export const Page = () => (
  <LightPage title="Create User">
    <p>Accounts are opened by the provider’s team. Ask your contact there for one.</p>
    <div className="light-actions">
      <Link to="/login" className="light-button">
        Back to sign-in
      </Link>
    </div>
  </LightPage>
)
