import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { text } from '../../contract/fields'
import { FormBody, FormState } from './EditForm'
import { PhoneField } from './PhoneField'
import { schemaOf } from './schemaOf'
import { TextField } from './TextField'

const fields = {
  name: text(),
  zip: text({ max: 10 }),
  notes: text({ max: 5_000 }),
  phone: text({ format: 'phone' }),
}
const schema = schemaOf({ fields }, ['name', 'zip', 'notes', 'phone'])

describe('[K11] a text beyond the limit', () => {
  it.each([
    ['Name', 'n'.repeat(260), 'At most 255 characters.'],
    ['Zip', '07030-1234567', 'At most 10 characters.'],
    ['Notes', '😀'.repeat(2_501), 'At most 5000 characters.'],
  ])('stays in the field, which says so at once: %s', async (label, typed, problem) => {
    render(
      <FormState
        initialValues={{ name: '', zip: '', notes: '', phone: '' }}
        schema={schema}
        submit={async () => {}}
      >
        <FormBody label="Form" draft={null}>
          <TextField name="name" label="Name" />
          <TextField name="zip" label="Zip" />
          <TextField name="notes" label="Notes" multiline />
          <PhoneField name="phone" label="Phone" />
        </FormBody>
      </FormState>,
    )
    const field = screen.getByLabelText(label)
    fireEvent.change(field, { target: { value: typed } })
    await waitFor(() => expect(field).toHaveAccessibleDescription(problem))
    expect(field).toHaveValue(typed)
    expect(field).not.toHaveAttribute('maxlength')
    // Leading and trailing spaces are trimmed, and do not count.
    fireEvent.change(field, { target: { value: ` ${typed.slice(0, 10)} ` } })
    await waitFor(() => expect(field).not.toHaveAccessibleDescription(problem))
  })
})
