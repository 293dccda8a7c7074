import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createPortal } from 'react-dom'
import { MemoryRouter } from 'react-router-dom'
import { text } from '../../contract/fields'
import { FormBody, FormState } from './EditForm'
import { FormActions } from './FormActions'
import { FormDialog } from './FormDialog'
import { schemaOf } from './schemaOf'
import { DisabledWhileSaving } from './DisabledWhileSaving'
import { TextField } from './TextField'

const schema = schemaOf({ fields: { name: text({ required: true }) } }, ['name'])
const initialValues = { name: '' }

interface Sending {
  name: string
  succeed: () => void
  fail: () => void
}

/** A server with manually released answers. */
const slowServer = () => {
  const sent: Sending[] = []
  const submit = ({ name }: { name: string }) =>
    new Promise<void>((resolve, reject) => {
      const refused = Object.assign(new Error(), { status: 503, code: 'busy', detail: 'The server is busy.' })
      sent.push({ name, succeed: resolve, fail: () => reject(refused) })
    })
  return { sent, submit }
}

const user = () => userEvent.setup({ delay: null })
const field = () => screen.getByLabelText('Name *')
const save = () => screen.getByRole('button', { name: 'Save' })

const page = () => {
  const server = slowServer()
  render(
    <FormState initialValues={initialValues} schema={schema} submit={server.submit}>
      <FormBody label="Deal" draft={null}>
        <DisabledWhileSaving>
          <TextField name="name" label="Name" required />
        </DisabledWhileSaving>
        <FormActions cancel={() => undefined} />
      </FormBody>
    </FormState>,
  )
  return server
}

const dialog = () => {
  const server = slowServer()
  render(
    <MemoryRouter>
      {' '}
      <FormDialog
        title="Deal"
        initialValues={initialValues}
        schema={schema}
        submit={server.submit}
        draft={null}
        close={() => undefined}
      >
        <TextField name="name" label="Name" required />
      </FormDialog>
    </MemoryRouter>,
  )
  return server
}

const waysToSave = {
  'Ctrl+S': () => fireEvent.keyDown(field(), { key: 's', ctrlKey: true }),
  '⌘S': () => fireEvent.keyDown(field(), { key: 's', metaKey: true }),
  'Enter and the button': () => fireEvent.click(save()),
  'a submit of any other kind': () => fireEvent.submit(screen.getByRole('form', { name: 'Deal' })),
}

it('[OPE-2, SHELL-9] leaves Ctrl+S to a dialog over the form', async () => {
  const { sent, submit } = slowServer()
  const over = createPortal(
    <div role="dialog">
      <input aria-label="Over it" />
    </div>,
    document.body,
  )
  render(
    <FormState initialValues={initialValues} schema={schema} submit={submit}>
      <FormBody label="Deal" draft={null}>
        <TextField name="name" label="Name" required />
        {over}
        <FormActions cancel={() => undefined} />
      </FormBody>
    </FormState>,
  )
  await user().type(field(), 'Alder Creek')
  // The browser does not save the page either.
  expect(fireEvent.keyDown(screen.getByLabelText('Over it'), { key: 's', ctrlKey: true })).toBe(false)
  await act(() => Promise.resolve())
  expect(sent).toHaveLength(0)
})

it('[OPE-2, SHELL-9] saves by Ctrl+S from outside the form, in a dialog that of the dialog', async () => {
  const ofPage = page()
  await user().type(field(), 'Alder Creek')
  const { sent } = dialog()
  await user().type(within(screen.getByRole('dialog')).getByLabelText('Name *'), 'Basin Run')
  const press = (place: Element, repeat = false) =>
    fireEvent.keyDown(place, { key: 's', ctrlKey: true, repeat })
  expect(press(screen.getByRole('button', { name: 'Close' }), true)).toBe(false)
  expect(press(screen.getByRole('button', { name: 'Close' }))).toBe(false)
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['Basin Run']))
  expect(ofPage.sent).toEqual([])
})

it('[OPE-2] leaves Ctrl+S outside of forms to the browser where no form is the page’s', () => {
  render(
    <FormState initialValues={initialValues} schema={schema} submit={slowServer().submit}>
      <FormBody label="Part" draft={null}>
        <TextField name="name" label="Name" required />
      </FormBody>
    </FormState>,
  )
  expect(fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })).toBe(true)
})

describe.each([
  ['page', page],
  ['dialog', dialog],
])('the form of a %s', (_kind, open) => {
  it.each(Object.keys(waysToSave) as (keyof typeof waysToSave)[])(
    '[OPE-5] is sent once while its save is slow, by %s',
    async (way) => {
      const { sent } = open()
      await user().type(field(), 'Alder Creek')
      // Both in the same task, before React renders.
      act(() => {
        waysToSave[way]()
        waysToSave[way]()
      })
      await waitFor(() => expect(sent).toHaveLength(1))
      expect(save()).toBeDisabled()
      for (const again of Object.values(waysToSave)) again()
      await act(() => Promise.resolve())
      expect(sent.map(({ name }) => name)).toEqual(['Alder Creek'])
    },
  )

  it('leaves Ctrl+Shift+S and the like to the browser', async () => {
    const { sent } = open()
    await user().type(field(), 'Alder Creek')
    for (const together of [{ shiftKey: true }, { altKey: true }]) {
      expect(fireEvent.keyDown(field(), { key: 'S', ctrlKey: true, ...together })).toBe(true)
    }
    await act(() => Promise.resolve())
    expect(sent).toHaveLength(0)
  })

  it('keeps the name of its button while it is busy', async () => {
    const { sent } = open()
    await user().type(field(), 'Alder Creek{Enter}')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(save()).toHaveAccessibleName('Save')
    expect(save()).toHaveAttribute('aria-busy', 'true')
  })

  it('takes nothing that is typed, pasted or clicked while it is being saved, and everything after a failure', async () => {
    const { sent } = open()
    const userEvents = user()
    await userEvents.type(field(), 'Alder Creek{Enter}')
    await waitFor(() => expect(sent).toHaveLength(1))
    await userEvents.keyboard(' two')
    await userEvents.paste(' three')
    expect(field()).toHaveValue('Alder Creek')
    expect(field()).toHaveFocus()
    const isLeft = (key: string, together = {}) => fireEvent.keyDown(field(), { key, ...together })
    expect(isLeft('Backspace', { ctrlKey: true })).toBe(false)
    expect(isLeft('Delete', { metaKey: true })).toBe(false)
    expect(isLeft('b', { ctrlKey: true })).toBe(false)
    expect(isLeft('Enter', { ctrlKey: true })).toBe(false)
    expect(isLeft('Tab')).toBe(true)
    expect(isLeft('c', { ctrlKey: true })).toBe(true)
    // Left to the browser: history navigation.
    expect(isLeft('ArrowLeft', { altKey: true })).toBe(true)
    expect(isLeft('ArrowRight', { altKey: true })).toBe(true)
    await act(async () => {
      sent[0]?.fail()
      await Promise.resolve()
    })
    await screen.findByText('The server is busy.')
    await userEvents.type(field(), ' West{Enter}')
    await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['Alder Creek', 'Alder Creek West']))
  })

  it('[OPE-5] does not save again what has been saved, however long the next page takes', async () => {
    const { sent } = open()
    await user().type(field(), 'Alder Creek{Enter}')
    await waitFor(() => expect(sent).toHaveLength(1))
    await act(async () => {
      sent[0]?.succeed()
      await Promise.resolve()
    })
    expect(save()).toBeDisabled()
    for (const again of Object.values(waysToSave)) again()
    await act(() => Promise.resolve())
    expect(sent).toHaveLength(1)
  })

  it('can be sent again once it has been refused', async () => {
    const { sent } = open()
    await user().type(field(), 'Alder Creek')
    await user().click(save())
    await waitFor(() => expect(sent).toHaveLength(1))
    sent[0]?.fail()
    expect(await screen.findByText('The server is busy.')).toBeVisible()
    expect(save()).toBeEnabled()
    await user().click(save())
    await waitFor(() => expect(sent).toHaveLength(2))
  })

  it('takes a key that is held down as one', async () => {
    const { sent } = open()
    await user().type(field(), 'Alder Creek')
    fireEvent.keyDown(field(), { key: 's', ctrlKey: true, repeat: true })
    await act(() => Promise.resolve())
    expect(sent).toEqual([])
  })
})
