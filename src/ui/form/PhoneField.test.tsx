import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { text } from '../../contract/fields'
import { FormBody, FormState } from './EditForm'
import { PhoneField } from './PhoneField'
import { schemaOf } from './schemaOf'

const schema = schemaOf({ fields: { work_mobile: text({ format: 'phone' }) } }, ['work_mobile'])
const problem = 'You should provide a phone number (###-###-####)'

const open = (work_mobile = '') => {
  const submit = jest.fn(() => Promise.resolve())
  render(
    <FormState initialValues={{ work_mobile }} schema={schema} submit={submit}>
      <FormBody label="Contact" draft={null}>
        <PhoneField name="work_mobile" label="Work Mobile" />
        <button type="submit">Save</button>
      </FormBody>
    </FormState>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Work Mobile')
  return { user: userEvent.setup({ delay: null }), field, submit }
}

const caretAt = (field: HTMLInputElement, place: number) => {
  act(() => field.focus())
  field.setSelectionRange(place, place)
}

describe('a phone field', () => {
  it('[CON-3] sets the dashes while one types, and says what it waits for', async () => {
    const { user, field, submit } = open()
    expect(field).toHaveAttribute('placeholder', '999-999-9999')
    await user.type(field, '713555014')
    expect(field).toHaveValue('713-555-014')
    expect(screen.queryByText(problem)).not.toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(await screen.findByText(problem)).toBeVisible()
    expect(submit).not.toHaveBeenCalled()
    await user.keyboard('2')
    expect(field).toHaveValue('713-555-0142')
    expect(field).toHaveAccessibleDescription('')
  })

  it('[CON-3] keeps the caret where one edits', async () => {
    const { user, field } = open('713-555-0142')
    caretAt(field, 4)
    await user.keyboard('{Backspace}')
    expect([field.value, field.selectionStart]).toEqual(['715-550-142', 2])
    await user.keyboard('9')
    expect([field.value, field.selectionStart]).toEqual(['719-555-0142', 3])
    await user.keyboard('{Delete}')
    expect([field.value, field.selectionStart]).toEqual(['719-550-142', 3])
    await user.keyboard('88')
    expect([field.value, field.selectionStart]).toEqual(['719-855-0142', 5])
  })

  it('[CON-3] takes a pasted number whole, whatever stands there', async () => {
    const { user, field } = open('281-5')
    caretAt(field, 2)
    await user.paste('+1 (713) 555-0142')
    expect([field.value, field.selectionStart]).toEqual(['713-555-0142', 12])
    expect(screen.queryByText(problem)).not.toBeInTheDocument()
  })

  it('[CON-3] keeps what cannot be read, with the message, until it is put right', async () => {
    const { user, field } = open()
    await user.click(field)
    await user.paste('555-0142')
    expect(field).toHaveValue('555-0142')
    expect(await screen.findByText(problem)).toBeVisible()
    caretAt(field, 0)
    await user.keyboard('713-')
    expect(field).toHaveValue('713-555-0142')
    expect(screen.queryByText(problem)).not.toBeInTheDocument()
  })

  it.each([
    ['(713) 555-0142 ext. 12', '713-555-0142 x12'],
    ['7135550142x7', '713-555-0142 x7'],
    ['+44 (0)20 7946-0000', '+44 20 7946 0000'],
  ])('[K14] takes %s as it is typed, and keeps %s', async (typed, kept) => {
    const { user, field, submit } = open()
    await user.type(field, typed)
    await user.tab()
    expect(field).toHaveValue(kept)
    expect(screen.queryByText(problem)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(submit).toHaveBeenCalled()
  })
})
