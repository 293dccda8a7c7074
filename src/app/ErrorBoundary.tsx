import { Component, type ReactNode } from 'react'

interface ErrorBoundaryState {
  failed: boolean
}

/** Shown after an error while rendering or starting, or where a chunk is missing after a new release; reloading retries. */
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

/** Shows {@link BrokenPage} in place of a page with a render error. */
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
