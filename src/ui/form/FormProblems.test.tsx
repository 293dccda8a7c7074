import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { array, number, object, string } from 'yup'
import { FormBody, FormState } from './EditForm'
import { TextField } from './TextField'

const form = (submit: () => Promise<unknown>, { isOpen = false } = {}) => (
  <FormState
    initialValues={{ name: 'Deal', custom_minutes: 0, people: [{ email: '' }] }}
    schema={object({
      name: string().defined(),
      custom_minutes: number().defined().min(1, 'Must be 1 or more.'),
      people: array()
        .of(object({ email: string().defined().required('Enter an email.') }))
        .defined(),
    })}
    submit={submit}
  >
    <FormBody label="Deal" draft={null}>
      <TextField name="name" label="Name" />
      {isOpen && <TextField name="custom_minutes" label="Minutes" />}
    </FormBody>
  </FormState>
)
const send = () => fireEvent.submit(screen.getByRole('form', { name: 'Deal' }))

describe('what is wrong with a form', () => {
  it('is said where the fields at fault are not shown, and has the focus', async () => {
    const submit = jest.fn(() => Promise.resolve())
    render(form(submit))
    send()
    const problems = await screen.findByRole('alert')
    expect(problems).toHaveTextContent('Custom minutes: Must be 1 or more.')
    expect(problems).toHaveTextContent('People: Enter an email.')
    await waitFor(() => expect(problems).toHaveFocus())
    expect(submit).not.toHaveBeenCalled()
  })

  it('leads to a field as soon as that is shown', async () => {
    const submit = () => Promise.resolve()
    const { rerender } = render(form(submit))
    send()
    await screen.findByRole('alert')
    expect(screen.queryByRole('button', { name: 'Minutes' })).not.toBeInTheDocument()
    rerender(form(submit, { isOpen: true }))
    fireEvent.click(await screen.findByRole('button', { name: 'Minutes' }))
    expect(screen.getByLabelText('Minutes')).toHaveFocus()
    expect(screen.queryByText(/Custom minutes/)).not.toBeInTheDocument()
  })

  it('is said where the server refuses what no field asks for, beside a field at fault', async () => {
    const refused = Object.assign(new Error(), {
      status: 422,
      code: 'invalid',
      detail: 'name: Taken.',
      fields: { name: 'Taken.', object_id: 'No such record.' },
    })
    render(
      <FormState
        initialValues={{ name: 'Deal' }}
        schema={object({ name: string().defined() })}
        submit={() => Promise.reject(refused)}
      >
        <FormBody label="Deal" draft={null}>
          <TextField name="name" label="Name" />
        </FormBody>
      </FormState>,
    )
    send()
    expect(await screen.findByRole('alert')).toHaveTextContent('Object id: No such record.')
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Taken.')
  })
})
