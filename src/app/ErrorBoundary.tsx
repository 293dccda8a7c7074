import { Component, type ReactNode } from 'react'

interface ErrorBoundaryState {
  failed: boolean
}

/** What is shown where a page has broken, or could not be fetched after a new release. */
export const BrokenPage = () => (
  <main className="waiting">
    <div>
      <h1>This page could not be shown</h1>
      <p>Nothing that was saved is lost. Reload the page; if it happens again, tell your support staff.</p>
      <button type="button" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  </main>
)

/** Shows {@link BrokenPage} in the place of a page that breaks. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false }

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <BrokenPage />
  }
}
