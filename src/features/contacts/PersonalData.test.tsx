import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { erasePath, personalDataPath } from '../../contract/erasures'
import { aContact, aUser } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const open = async (user_type: 'team' | 'broker' = 'team') => {
  const world = createWorld()
  world.tables.users = [aUser({ user_type })]
  world.tables.contacts = [aContact({ name: 'Quill, Ada' })]
  const app = await renderPage('/mpg/contacts/1/details', { world })
  await screen.findByRole('heading', { level: 1, name: 'Quill, Ada' })
  await app.user.click(screen.getByRole('button', { name: 'Actions for this record' }))
  await screen.findByRole('menuitem', { name: 'Merge with…' })
  return { ...app, world }
}

const openDialog = async () => {
  const app = await open()
  await app.user.click(screen.getByRole('menuitem', { name: 'Erase personal data…' }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Erase personal data' })) }
}

describe('the personal data of a contact', () => {
  it('[PRIV-1, PRIV-3] are not offered to others than the team', async () => {
    await open('broker')
    expect(screen.queryByRole('menuitem', { name: 'Erase personal data…' })).not.toBeInTheDocument()
    expect(screen.queryByRole('menuitem', { name: 'Export all data' })).not.toBeInTheDocument()
  })

  it('[PRIV-3] are erased once the name is typed and a reason given', async () => {
    const { user, dialog, address, world } = await openDialog()
    server.use(
      http.post(`*${erasePath(1)}`, () => {
        world.tables.contacts = []
        return HttpResponse.json({
          ...{ erasure_id: 1, contact: 1, reason: 'Request', requested_by: 1, state: 'running' },
          ...{ requested_at: '2027-03-12T22:00:00.000Z', ended_at: null },
        })
      }),
    )
    expect(dialog.getByText('This cannot be undone.')).toBeVisible()
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Quill')
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Request of 12 March')
    await user.click(dialog.getByRole('button', { name: 'Erase for good' }))
    expect(await dialog.findByText('Type the name as it stands.')).toBeVisible()
    expect(requestsTo(erasePath(1))).toHaveLength(0)
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), ', Ada')
    await user.click(dialog.getByRole('button', { name: 'Erase for good' }))
    await waitFor(() => expect(address()).toBe('/mpg/contacts'))
  })

  it('[PRIV-3] stay where the contact was changed meanwhile, and the dialog says so', async () => {
    const { user, dialog, address } = await openDialog()
    server.use(
      http.post(`*${erasePath(1)}`, () =>
        refusal(409, 'Contact was changed by somebody else meanwhile.', 'stale_version'),
      ),
    )
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Quill, Ada')
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Request')
    await user.click(dialog.getByRole('button', { name: 'Erase for good' }))
    expect(await dialog.findByText(/changed by somebody else/)).toBeVisible()
    expect(address()).toBe('/mpg/contacts/1/details')
  })

  it('[PRIV-1] are saved as a file, or a toast says why not', async () => {
    const { user } = await open()
    server.use(http.get(`*${personalDataPath(1)}`, () => refusal(409, 'Only the team exports.')))
    await user.click(screen.getByRole('menuitem', { name: 'Export all data' }))
    expect(await screen.findByText('All data could not be exported.')).toBeVisible()
  })
})
