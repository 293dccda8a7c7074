import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { date, dayOrMoment, epoch } from '../../contract/fields'
import { DateField } from './DateField'
import { DateTimeField } from './DateTimeField'
import { FormBody, FormState } from './EditForm'
import { MomentField } from './MomentField'
import { schemaOf } from './schemaOf'

interface Values {
  close: string | null
  due: string | null
  start: number | string | null
  born: string | null
}
const schema = schemaOf({ fields: { close: date(), due: dayOrMoment(), start: epoch(), born: date() } }, [
  'born',
  'close',
  'due',
  'start',
])

const open = (close: string | null = '2026-01-02') => {
  const submit = jest.fn<Promise<void>, [Values]>(() => Promise.resolve())
  render(
    <FormState<Values>
      initialValues={{ close, due: null, start: null, born: null }}
      schema={schema as never}
      submit={submit}
      repeats
    >
      <FormBody label="Deal" draft={null}>
        <DateField name="close" label="Close" />
        <DateField name="born" label="Born" past />
        <DateTimeField name="due" label="Due" />
        <MomentField name="start" label="Start" />
        <button type="submit">Save</button>
      </FormBody>
    </FormState>,
  )
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
  return {
    user,
    submit,
    save,
    sent: async () => {
      await save()
      await waitFor(() => expect(submit).toHaveBeenCalled())
      return submit.mock.lastCall?.[0]
    },
  }
}
const close = () => screen.getByLabelText<HTMLInputElement>('Close')
const unread = '“next week” is no date. Write it as 12/31/2026 or 31 Dec 2026.'

describe('a field for a day', () => {
  it.each(['{Enter}', '{Tab}'])('takes a day as people write it: %s', async (key) => {
    const { user, sent } = open()
    await user.clear(close())
    await user.type(close(), `5 Dec 2026${key}`)
    expect(close()).toHaveValue('12/05/2026')
    expect(await sent()).toMatchObject({ close: '2026-12-05' })
  })

  it.each(['{Enter}', '{Tab}'])(
    'keeps what cannot be read, says so, and saves nothing instead: %s',
    async (key) => {
      const { user, save, submit } = open()
      await user.clear(close())
      await user.type(close(), `next week${key}`)
      await waitFor(() => expect(close()).toHaveAccessibleDescription(unread))
      expect(close()).toHaveValue('next week')
      await save()
      await waitFor(() => expect(close()).toHaveFocus())
      expect(close()).toHaveValue('next week')
      expect(submit).not.toHaveBeenCalled()
      await user.clear(close())
      await user.type(close(), '12/5/2026{Tab}')
      await waitFor(() => expect(close()).not.toHaveAccessibleDescription(unread))
      expect(close()).toHaveValue('12/05/2026')
    },
  )

  it.each(['03/04/0027', '3/1/0027', '12/31/0099'])(
    '[K10] takes no day of a year before 1900: %s',
    async (text) => {
      const { user, save, submit } = open()
      for (const box of [close(), screen.getByLabelText('Due, date'), screen.getByLabelText('Start, date')]) {
        await user.clear(box)
        await user.type(box, `${text}{Tab}`)
        await waitFor(() =>
          expect(box).toHaveAccessibleDescription(
            `“${text}” is no date. Write it as 12/31/2026 or 31 Dec 2026.`,
          ),
        )
        expect(box).toHaveValue(text)
      }
      await save()
      expect(submit).not.toHaveBeenCalled()
    },
  )

  it.each(['17.05.1980', '5/17/80', '1980-05-17', '17 May 1980'])(
    '[K10] shows the day again where %s means the one that is there',
    async (text) => {
      const { user, sent } = open('1980-05-17')
      for (const key of ['{Tab}', '{Enter}']) {
        await user.clear(close())
        await user.type(close(), '05/17/1980')
        await user.clear(close())
        await user.type(close(), `${text}${key}`)
        expect(close()).toHaveValue('05/17/1980')
      }
      expect(await sent()).toMatchObject({ close: '1980-05-17' })
    },
  )

  it('[K10] takes two digits of a birth year for one that has been', async () => {
    const { user, sent } = open('1971-01-02')
    const born = screen.getByLabelText('Born')
    await user.type(born, '5/17/80{Tab}')
    expect(born).toHaveValue('05/17/1980')
    expect(await sent()).toMatchObject({ born: '1980-05-17' })
  })

  it('does not take a day of which more has been typed', async () => {
    const { user, save, submit } = open()
    await user.clear(close())
    await user.type(close(), '12/05/2026 or so{Tab}')
    await waitFor(() => expect(close()).toHaveValue('12/05/2026 or so'))
    await save()
    await waitFor(() => expect(close()).toHaveAccessibleDescription(/is no date/))
    expect(submit).not.toHaveBeenCalled()
  })

  it('is emptied by taking its text away', async () => {
    const { user, sent } = open()
    await user.clear(close())
    await user.tab()
    expect(await sent()).toMatchObject({ close: null })
    expect(close()).toHaveValue('')
  })

  it('calls no date what is none, also where a date begins it', async () => {
    const { user, save, submit } = open()
    await user.clear(close())
    await user.type(close(), '2026-12-05 or so{Tab}')
    await save()
    expect(await screen.findByText(/^“2026-12-05 or so” is no date/)).toBeVisible()
    expect(submit).not.toHaveBeenCalled()
  })

  it('takes what stands there with Ctrl+S, too', async () => {
    const { user, submit } = open()
    await user.clear(close())
    await user.type(close(), 'Dec 5, 2026')
    fireEvent.keyDown(close(), { key: 's', ctrlKey: true })
    await waitFor(() => expect(submit).toHaveBeenCalled())
    expect(submit.mock.lastCall?.[0]).toMatchObject({ close: '2026-12-05' })
  })

  it.each(['Due', 'Start'])('says so beside a time as well: %s', async (label) => {
    const { user, save, submit } = open()
    const day = screen.getByLabelText(`${label}, date`)
    await user.type(day, 'next week{Tab}')
    expect(await screen.findByText(unread)).toBeVisible()
    expect(day).toHaveValue('next week')
    await save()
    await waitFor(() => expect(day).toHaveFocus())
    expect(day).toHaveAccessibleDescription(unread)
    expect(screen.getAllByText(/is no date|Enter a date/)).toHaveLength(1)
    expect(submit).not.toHaveBeenCalled()
  })

  it.each([
    ['Due', 'due', '2026-12-05T20:30:00.000Z'],
    ['Start', 'start', Date.UTC(2026, 11, 5, 20, 30) / 1_000],
  ])('keeps the time of a day that is mended: %s', async (label, name, value) => {
    const { user, sent } = open()
    const day = screen.getByLabelText(`${label}, date`)
    const clock = screen.getByLabelText(new RegExp(`${label}, time`))
    await user.type(day, '12/4/2026{Tab}')
    await user.clear(clock)
    await user.type(clock, '14:30')
    await user.clear(day)
    await user.type(day, 'next week{Tab}')
    expect(clock).toBeDisabled()
    await user.clear(day)
    await user.type(day, '12/5/2026{Tab}')
    expect(await sent()).toMatchObject({ [name]: value })
  })

  it.each(['Due', 'Start'])(
    'takes no day whose time could not be read, rather than lose it: %s',
    async (label) => {
      const { user, submit, sent } = open()
      const noTime = '“5pm CT” is no time. Write it as 9:30 PM or 21:30.'
      await user.type(screen.getByLabelText(`${label}, date`), '12/5/2026{Tab}')
      const clock = screen.getByLabelText(new RegExp(`${label}, time`))
      await user.clear(clock)
      await user.type(clock, '14:00{Tab}')
      await user.clear(clock)
      await user.type(clock, '5pm CT{Enter}')
      expect(await screen.findByText(noTime)).toBeVisible()
      fireEvent.keyDown(clock, { key: 's', ctrlKey: true })
      await waitFor(() => expect(screen.getAllByText(/is no|Enter a date/)).toHaveLength(1))
      expect(clock).toHaveValue('5pm CT')
      expect(clock).toHaveAccessibleDescription(noTime)
      expect(submit).not.toHaveBeenCalled()
      await user.clear(clock)
      await user.type(clock, '5pm')
      const moment = new Date(2026, 11, 5, 17)
      expect(await sent()).toMatchObject(
        label === 'Due' ? { due: moment.toISOString() } : { start: moment.getTime() / 1000 },
      )
    },
  )

  it('asks for the time of a moment whose time was taken away', async () => {
    const { user, save, submit } = open()
    await user.type(screen.getByLabelText('Start, date'), '12/4/2026{Tab}')
    await user.clear(screen.getByLabelText('Start, time'))
    await save()
    expect(await screen.findByText('Enter a date and a time.')).toBeVisible()
    expect(submit).not.toHaveBeenCalled()
  })

  it('counts a day and a time that have just been typed where the save key sends the form', async () => {
    const { user, submit } = open()
    await user.type(screen.getByLabelText('Start, date'), '12/5/2026{Tab}')
    const clock = screen.getByLabelText(/Start, time/)
    await user.clear(clock)
    await user.type(clock, '2pm')
    fireEvent.keyDown(clock, { key: 's', ctrlKey: true })
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
    expect(submit.mock.lastCall?.[0]).toMatchObject({ start: new Date(2026, 11, 5, 14).getTime() / 1000 })
    await user.clear(close())
    await user.type(close(), '5 Dec 2026')
    fireEvent.keyDown(close(), { key: 's', ctrlKey: true })
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(2))
    expect(submit.mock.lastCall?.[0]).toMatchObject({ close: '2026-12-05' })
  })
})
