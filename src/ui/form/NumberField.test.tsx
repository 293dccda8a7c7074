import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useFormikContext } from 'formik'
import { number } from '../../contract/fields'
import { FormBody, FormState } from './EditForm'
import { NumberField } from './NumberField'
import { schemaOf } from './schemaOf'

const schema = schemaOf({ fields: { broker_fee: number() } }, ['broker_fee'])

/** Shows the form's value, with a button that changes it from outside the field. */
const Outside = () => {
  const { values, setFieldValue } = useFormikContext<{ broker_fee: number | null }>()
  return (
    <>
      <output>{String(values.broker_fee)}</output>
      <button type="button" onClick={() => void setFieldValue('broker_fee', 1200)}>
        Fill in
      </button>
      <button type="submit">Save</button>
    </>
  )
}

const open = (broker_fee: number | null = null) => {
  render(
    <FormState initialValues={{ broker_fee }} schema={schema} submit={() => Promise.resolve()}>
      <FormBody label="Deal" draft={null}>
        <NumberField name="broker_fee" label="Fee" unit="dth" />
        <Outside />
      </FormBody>
    </FormState>,
  )
  return { user: userEvent.setup({ delay: null }), field: screen.getByLabelText('Fee') }
}
const held = () => screen.getByRole('status').textContent

describe('a number field', () => {
  it.each([
    ['1234567.5', '1234567.5', '1,234,567.5'],
    ['$1,234.50', '1234.5', '1,234.5'],
    [' 12 000 ', '12000', '12,000'],
    ['.05', '0.05', '0.05'],
    ['-3', '-3', '-3'],
    ['0.1234567890123', '0.1234567890123', '0.1234567890123'],
  ])('[OPE-3] takes %s as %s and shows it as %s once it is left', async (typed, value, shown) => {
    const { user, field } = open()
    await user.click(field)
    await user.paste(typed)
    expect(field).toHaveValue(typed)
    expect(held()).toBe(value)
    await user.tab()
    expect(field).toHaveValue(shown)
  })

  const howToWrite =
    'Write decimals with a point, as in 0.05; commas and spaces only separate thousands, as in 1,234.5.'

  it.each(['0,05', '1,5', '12,345,67', '1.234,56'])(
    '[OPE-3] keeps %s as it was typed, and says how to write it once it is left',
    async (typed) => {
      const { user, field } = open()
      await user.type(field, typed)
      expect(field).toHaveAccessibleDescription('')
      await user.tab()
      expect(field).toHaveValue(typed)
      expect(await screen.findByText(howToWrite)).toBeVisible()
      expect(field).toHaveAccessibleDescription(howToWrite)
      await user.clear(field)
      await user.type(field, '0.05')
      expect(field).toHaveAccessibleDescription('')
      expect(held()).toBe('0.05')
    },
  )

  it.each(['100\t200', '100\n200', '100\r\n200\r\n'])(
    'makes no single number of several cells',
    async (cells) => {
      const { user, field } = open()
      await user.click(field)
      await user.paste(cells)
      expect(field).toHaveValue('100 | 200')
      await user.tab()
      expect(await screen.findByText('Enter a number.')).toBeVisible()
    },
  )

  it('keeps what is no number, and says so after a submit', async () => {
    const { user, field } = open()
    await user.type(field, '12 apples')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(field).toHaveValue('12 apples')
    expect(field).toHaveAccessibleDescription('Enter a number.')
    await user.clear(field)
    expect(field).toHaveAccessibleDescription('')
    expect(held()).toBe('null')
  })

  it('shows a value that came from elsewhere', async () => {
    const { user, field } = open(5)
    expect(field).toHaveValue('5')
    await user.type(field, '0')
    await user.click(screen.getByRole('button', { name: 'Fill in' }))
    expect(field).toHaveValue('1,200')
  })
})
