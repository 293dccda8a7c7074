import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { object, string } from 'yup'
import { FormBody, FormState } from './EditForm'
import { RichTextField } from './RichTextField'

const start = async (body = '') => {
  const submit = jest.fn(async () => {})
  render(
    <FormState initialValues={{ body }} schema={object({ body: string().defined() })} submit={submit}>
      <FormBody label="Message" draft={null}>
        <RichTextField name="body" label="Body" />
        <button type="submit">Send</button>
      </FormBody>
    </FormState>,
  )
  const user = userEvent.setup({ delay: null })
  const editor = await screen.findByRole('textbox', { name: 'Body' })
  return {
    user,
    editor,
    paste: (html: string, text = '') => {
      const types = html ? ['text/html', 'text/plain'] : ['text/plain']
      const getData = (type: string) => (type.includes('html') ? html : text)
      fireEvent(editor, createEvent.paste(editor, { clipboardData: { types, items: [], getData } }))
    },
    press: (key: string, more: { shiftKey?: boolean; ctrlKey?: boolean } = {}) =>
      fireEvent.keyDown(editor, { key, keyCode: key.toUpperCase().charCodeAt(0), ...more }),
    tool: (name: string) => screen.getByRole('button', { name }),
    submitted: () => (submit.mock.calls as unknown as [{ body: string }][]).map(([{ body }]) => body),
    /** The form's value. */
    sent: async () => {
      await user.click(screen.getByRole('button', { name: 'Send' }))
      await waitFor(() => expect(submit).toHaveBeenCalled())
      return (submit.mock.lastCall as unknown as [{ body: string }])[0].body
    },
  }
}

const ctrl = { ctrlKey: true }

describe('a field for rich text', () => {
  it('[NOTE-1] shows the text in its place while the editor is fetched', async () => {
    render(
      <FormState
        initialValues={{ body: '<p>Already there</p>' }}
        schema={object({ body: string().defined() })}
        submit={async () => {}}
      >
        <RichTextField name="body" label="Body" />
      </FormState>,
    )
    expect(screen.getByText('Already there').closest('.rich-text-area')).toBeVisible()
    expect(await screen.findByRole('textbox', { name: 'Body' })).toHaveTextContent('Already there')
  })

  it('[NOTE-1] hands over what it was given for as long as nothing is changed, and after that is undone', async () => {
    const given = '<div>one <b>two</b></div><h2>three</h2>'
    const { paste, tool, user, sent } = await start(given)
    expect(await sent()).toBe(given)
    paste('', ' new')
    expect(await sent()).toBe('<p>one <strong>two</strong></p><h2>three new</h2>')
    await user.click(tool('Undo'))
    expect(await sent()).toBe(given)
    await user.click(tool('Redo'))
    expect(await sent()).toBe('<p>one <strong>two</strong></p><h2>three new</h2>')
  })

  it('[NOTE-1] sets bold, italic and underlined by Ctrl+B, I and U, and says what is on', async () => {
    const { paste, press, tool, sent } = await start()
    for (const [key, name] of [
      ['b', 'Bold'],
      ['i', 'Italic'],
      ['u', 'Underline'],
    ] as const) {
      expect(tool(name)).toHaveAttribute('aria-pressed', 'false')
      press(key, ctrl)
      expect(tool(name)).toHaveAttribute('aria-pressed', 'true')
    }
    paste('', 'all')
    press('i', ctrl)
    paste('', 'two')
    expect(await sent()).toBe('<p><strong><em><u>all</u></em><u>two</u></strong></p>')
    press('z', ctrl)
    expect(await sent()).toBe('<p><strong><em><u>all</u></em></strong></p>')
  })

  it('[NOTE-1] leaves to the browser the keys that are not for the text', async () => {
    const { paste, press, tool, sent } = await start()
    paste('', 'all')
    for (const key of ['d', 'h', 'j', 'm', 'o']) expect(press(key, ctrl)).toBe(true)
    for (const key of ['b', 'i', 'k', 'u']) expect(press(key, { ...ctrl, shiftKey: true })).toBe(true)
    expect(tool('Italic')).toHaveAttribute('aria-pressed', 'false')
    expect(screen.queryByRole('group', { name: 'Link' })).not.toBeInTheDocument()
    expect(await sent()).toBe('<p>all</p>')
  })

  it('[NOTE-1] makes bulleted and numbered lists', async () => {
    const { paste, tool, user, sent } = await start()
    paste('', 'one')
    await user.click(tool('Bulleted list'))
    expect(tool('Bulleted list')).toHaveAttribute('aria-pressed', 'true')
    expect(await sent()).toBe('<ul><li>one</li></ul>')
    await user.click(tool('Numbered list'))
    expect(tool('Bulleted list')).toHaveAttribute('aria-pressed', 'false')
    expect(await sent()).toBe('<ol><li>one</li></ol>')
    await user.click(tool('Numbered list'))
    expect(await sent()).toBe('<p>one</p>')
  })

  it('[NOTE-1, TRUST-1] sets, changes and removes a link, and takes no address that a link may not lead to', async () => {
    const { press, user, tool, sent, editor } = await start()
    press('k', ctrl)
    const address = await screen.findByRole('textbox', { name: 'Link address' })
    expect(address).toHaveFocus()
    for (const bad of ['javascript:alert(1)', 'http://example.com', 'data:text/html,x', 'nothing']) {
      await user.clear(address)
      await user.type(address, `${bad}{Enter}`)
      expect(address).toHaveAccessibleDescription(/^A link leads to an https:/)
    }
    await user.clear(address)
    await user.type(address, 'example.com/tariff{Enter}')
    expect(screen.queryByRole('group', { name: 'Link' })).not.toBeInTheDocument()
    await waitFor(() => expect(editor).toHaveFocus())
    const manners = 'target="_blank" rel="noopener noreferrer"'
    expect(await sent()).toBe(`<p><a href="https://example.com/tariff" ${manners}>example.com/tariff</a></p>`)

    expect(tool('Link')).toHaveAttribute('aria-pressed', 'true')
    await user.click(tool('Link'))
    const again = await screen.findByRole('textbox', { name: 'Link address' })
    expect(again).toHaveValue('https://example.com/tariff')
    await user.clear(again)
    await user.type(again, 'otto@example.com')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await sent()).toBe(`<p><a href="mailto:otto@example.com" ${manners}>example.com/tariff</a></p>`)

    await user.click(tool('Link'))
    await user.click(await screen.findByRole('button', { name: 'Remove link' }))
    expect(await sent()).toBe('<p>example.com/tariff</p>')
    await user.click(tool('Link'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('group', { name: 'Link' })).not.toBeInTheDocument()
  })

  it('[NOTE-1] saves by Ctrl+S the link that is being typed, and nothing while it leads nowhere', async () => {
    const { press, user, submitted } = await start()
    press('k', ctrl)
    const address = await screen.findByRole('textbox', { name: 'Link address' })
    await user.type(address, 'nothing')
    await user.keyboard('{Control>}s{/Control}')
    expect(address).toHaveAccessibleDescription(/^A link leads to an https:/)
    expect(submitted()).toEqual([])
    await user.clear(address)
    await user.type(address, 'example.com/tariff')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(submitted()).toEqual([expect.stringContaining('>example.com/tariff</a>')]))
  })

  it('[NOTE-1] has one stop of the Tab key in its toolbar, arrows within, and lets Tab go on', async () => {
    const { user, tool, editor } = await start()
    await user.tab()
    expect(tool('Bold')).toHaveFocus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(tool('Underline')).toHaveFocus()
    await user.keyboard('{ArrowLeft}{End}')
    expect(tool('Redo')).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(tool('Bold')).toHaveFocus()
    await user.tab()
    expect(editor).toHaveFocus()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus()
    await user.tab({ shift: true })
    await user.tab({ shift: true })
    expect(tool('Bold')).toHaveFocus()
  })

  it('[NOTE-1, TRUST-1] holds pasted markup clean', async () => {
    const { paste, sent } = await start()
    paste(
      '<p class="x" style="color:red">one <b>two</b><script>alert(1)</script><a href="javascript:alert(1)">x</a></p><ul><li>three</ul>',
    )
    expect(await sent()).toBe('<p>one <strong>two</strong>x</p><ul><li>three</li></ul>')
  })

  it('[NOTE-1] leaves a quotation by Enter, and keeps to the line by Shift+Enter', async () => {
    const { paste, press, sent } = await start('<blockquote><br></blockquote>')
    const enter = (more = {}) => press('\r', more)
    paste('', 'one')
    enter({ shiftKey: true })
    paste('', 'two')
    enter()
    paste('', 'three')
    expect(await sent()).toBe('<blockquote>one<br />two</blockquote><p>three</p>')
  })

  it('[K13] refuses at once a paste that is too long, and pastes nothing of it', async () => {
    const { paste, sent } = await start('<p>there</p>')
    const told = () => screen.queryByText('At most 100000 characters. Nothing was pasted.')
    paste('', 'x'.repeat(200_000))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'At most 100000 characters. Nothing was pasted.',
    )
    expect(await sent()).toBe('<p>there</p>')
    paste('', ' 🇺🇸')
    await waitFor(() => expect(told()).not.toBeInTheDocument())
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Body' }), { key: 'Backspace', keyCode: 8 })
    expect(await sent()).toBe('<p>there\u00a0</p>')
  })
})
