import { screen, waitFor, within } from '@testing-library/react'
import { bidWorld } from '../../testing/bidWorld'
import { renderPage } from '../../testing/renderApp'

it('[CTR-5] the rule by which a utility wants accounts enrolled is read and changed in a list', async () => {
  const { user, world } = await renderPage('/mpg/utility-states', { world: bidWorld() })
  await user.click((await screen.findAllByRole('button', { name: /^Edit/ }))[0] as HTMLElement)
  const form = within(await screen.findByRole('dialog', { name: 'Edit Utility State' }))
  await user.click(form.getByRole('radio', { name: 'Days before the start' }))
  await user.type(form.getByLabelText('Enrollment Days'), '15')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(world.tables.utilityStates).toContainEqual(
      expect.objectContaining({ enrollment_rule: 'days_before', enrollment_days: 15 }),
    ),
  )
  expect(await screen.findByText('Days before the start')).toBeVisible()
})
