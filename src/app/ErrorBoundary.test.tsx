import { render, screen } from '@testing-library/react'
import { expectComplaint } from '../testing/console'
import { ErrorBoundary } from './ErrorBoundary'

const Broken = (): never => {
  throw new Error('planted')
}

it('shows a page that can be reloaded in place of one that broke', () => {
  expectComplaint(/planted|The above error occurred/)
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeEnabled()
})
