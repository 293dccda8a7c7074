import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Formik } from 'formik'
import { TextField } from './TextField'

test.each([
  ['In\nner', 'In ner'],
  ['12 Mill Road\r\nErie\tPA\r\n', '12 Mill Road Erie PA'],
  ['O’Neil', 'O’Neil'],
])('[K8] %j is pasted as %j', async (pasted, kept) => {
  render(
    <Formik initialValues={{ name: 'The ' }} onSubmit={() => undefined}>
      <TextField name="name" label="Name" />
    </Formik>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Name'))
  await user.paste(pasted)
  expect(screen.getByLabelText('Name')).toHaveValue(`The ${kept}`)
})
