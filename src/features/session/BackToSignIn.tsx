import { Link } from 'react-router-dom'

/** @param main where a page has nothing else to do. */
export const BackToSignIn = ({ main }: { main?: true }) => (
  <div className="row">
    <Link to="/login" className={main ? 'light-button light-button-main' : 'light-button'}>
      Back to sign-in
    </Link>
  </div>
)
