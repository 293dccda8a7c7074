import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useFormikContext } from 'formik'
import { Provider } from 'react-redux'
import { people, type Person } from '../../contract/fields'
import { participantsPath, type Participant } from '../../contract/session'
import { participantsLoaded } from '../../store/pickerCache'
import { startStore } from '../../testing/renderApp'
import { holdAnswers, lastQueryTo, requestsTo } from '../../testing/server'
import { createWorld } from '../../testing/world'
import { FormBody, FormState } from '../../ui/form/EditForm'
import { schemaOf } from '../../ui/form/schemaOf'
import { ParticipantField, ParticipantsField } from './ParticipantsField'

interface Values {
  participants: Person[]
  to: Person[]
}

const schema = schemaOf({ fields: { participants: people(), to: people({ required: true }) } }, [
  'participants',
  'to',
])

const person = (id: number, first_name: string, last_name: string): Participant => ({
  id,
  email: `${first_name}.${last_name}@basin.example`.toLowerCase(),
  first_name,
  last_name,
})
const stranger: Person = { id: null, email: 'desk@mill.example', first_name: null, last_name: null }
const allPeople = [
  person(1, 'Joann', 'Lee'),
  person(2, 'Ann', 'Lee'),
  ...Array.from({ length: 28 }, (_, index) => person(index + 3, 'Robin', `R${index + 10}`)),
]

const Held = () => <output>{JSON.stringify(useFormikContext<Values>().values)}</output>
const held = () => JSON.parse(screen.getByRole('status').textContent) as Values
const emails = (chosen: readonly Person[]) => chosen.map(({ email }) => email)

const open = async (values: Partial<Values> = {}, ahead: Participant[] = []) => {
  const world = createWorld()
  world.participants = allPeople
  const { store } = await startStore({ world })
  store.dispatch(participantsLoaded(ahead))
  render(
    <Provider store={store}>
      <FormState<Values>
        initialValues={{ participants: [], to: [], ...values }}
        schema={schema}
        submit={() => Promise.resolve()}
      >
        <FormBody label="Meeting" draft={null}>
          <ParticipantsField name="participants" label="Participants" />
          <ParticipantField name="to" label="To" />
          <Held />
        </FormBody>
      </FormState>
    </Provider>,
  )
  return userEvent.setup({ delay: null, pointerEventsCheck: 0 })
}

const several = () => screen.getByRole('combobox', { name: 'Participants' })
const single = () => screen.getByRole('combobox', { name: 'To' })
const holder = () => document.querySelector('.ant-select-dropdown-list-holder') as HTMLElement
const options = () =>
  [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)

describe('the participants of an event or a message', () => {
  it('[ACT-3] are offered ten at a time, and ten more at the end of the list', async () => {
    const user = await open()
    await user.click(several())
    await waitFor(() => expect(options().length).toBeGreaterThan(0))
    expect(lastQueryTo(participantsPath)).toEqual({ limit: '10', offset: '0' })
    fireEvent.scroll(holder())
    await waitFor(() => expect(lastQueryTo(participantsPath)).toMatchObject({ limit: '20' }))
    await waitFor(() => fireEvent.scroll(holder()))
    await waitFor(() => expect(lastQueryTo(participantsPath)).toMatchObject({ limit: '30' }))
    const asked = requestsTo(participantsPath).length
    // All participants are loaded.
    fireEvent.scroll(holder())
    expect(requestsTo(participantsPath)).toHaveLength(asked)
  })

  it('[ACT-3, SCH-1] are shown by email with first and last name, and searched for on the server', async () => {
    const user = await open()
    await user.type(several(), 'ann lee')
    await waitFor(() => expect(lastQueryTo(participantsPath)).toMatchObject({ q: 'ann lee', limit: '10' }))
    await waitFor(() =>
      expect(options()).toEqual(['ann.lee@basin.example Ann Lee', 'joann.lee@basin.example Joann Lee']),
    )
  })

  it('[SHELL-8] are known before the server has answered', async () => {
    const user = await open({}, allPeople.slice(0, 2))
    const answer = holdAnswers(participantsPath)
    await user.click(several())
    await waitFor(() => expect(options()).toHaveLength(2))
    answer()
  })

  it('selects the exact match on Enter, and keeps the earlier selection', async () => {
    const user = await open({ participants: [stranger] })
    await user.type(several(), 'Ann Lee{Enter}')
    await waitFor(() => expect(held().participants).toEqual([stranger, allPeople[1]]))
    await user.type(several(), 'nobody of that name{Enter}')
    expect(await screen.findByText('Nothing matches “nobody of that name”.')).toBeVisible()
    expect(emails(held().participants)).toEqual(['desk@mill.example', 'ann.lee@basin.example'])
    const chips = document.querySelector('.ant-select-multiple') as HTMLElement
    for (const text of ['desk@mill.example', 'ann.lee@basin.example', 'Ann Lee'])
      expect(within(chips).getByText(text)).toBeInTheDocument()
  })

  it('[MSG-1] is one where one is asked for', async () => {
    const user = await open({ to: [stranger] })
    expect(screen.getByText('desk@mill.example')).toBeInTheDocument()
    await user.type(single(), 'joann{Enter}')
    await waitFor(() => expect(held().to).toEqual([allPeople[0]]))
    await user.type(single(), 'robin r10{Enter}')
    await waitFor(() => expect(emails(held().to)).toEqual(['robin.r10@basin.example']))
  })
})
