import { act, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useFormikContext } from 'formik'
import { http } from 'msw'
import { Provider } from 'react-redux'
import { contract } from '../../../contract'
import { many, one } from '../../../contract/fields'
import { anOrganization, aTag } from '../../../testing/builders'
import { refusal } from '../../../testing/handlers'
import { startStore } from '../../../testing/renderApp'
import { holdAnswers, requestsTo, server } from '../../../testing/server'
import { createWorld } from '../../../testing/world'
import { organizationsLoaded } from '../../../store/pickerCache'
import { FormBody, FormState } from '../../../ui/form/EditForm'
import { schemaOf } from '../../../ui/form/schemaOf'
import { OrganizationField } from '../../../resources/organizations/OrganizationField'
import { TagsField } from '../../../resources/tags/TagsField'

interface Values {
  legal_entity: number | null
  tags: number[]
}

const schema = schemaOf({ fields: { legal_entity: one('organizations'), tags: many('tags') } }, [
  'legal_entity',
  'tags',
])

const Begin = () => {
  const { setFieldValue } = useFormikContext<Values>()
  return (
    <button type="button" onClick={() => void setFieldValue('legal_entity', 2)}>
      Begin with 2
    </button>
  )
}
const Held = () => <output>{JSON.stringify(useFormikContext<Values>().values)}</output>
const held = () => JSON.parse(screen.getByRole('status').textContent) as Values

/** Holds the answers to searches until released, by search text. */
const holdSearches = (path: string) => {
  const waiting = new Map<string, () => void>()
  const released = new Set<string>()
  server.use(
    http.get(`*${path}`, async ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      if (q !== '' && !released.has(q)) await new Promise<void>((resolve) => waiting.set(q, resolve))
      return undefined
    }),
  )
  return async (q: string) => {
    released.add(q)
    await waitFor(() => expect(requestsTo(path).map(queryOf)).toContain(q))
    await act(async () => {
      waiting.get(q)?.()
      await Promise.resolve()
    })
  }
}
const queryOf = ({ url }: Request) => new URL(url).searchParams.get('q') ?? ''

const open = async (values: Partial<Values> = {}) => {
  const world = createWorld()
  world.tables.organizations = [
    anOrganization({ organization_id: 1, name: 'Aldrencote Mills' }),
    anOrganization({ organization_id: 2, name: 'Netherholt Castings' }),
    anOrganization({ organization_id: 3, name: 'Netherholt' }),
  ]
  world.tables.tags = [
    aTag({ tag_id: 1, name: 'Autumn' }),
    aTag({ tag_id: 2, name: 'Urgent' }),
    aTag({ tag_id: 3, name: 'Winter' }),
  ]
  const { store } = await startStore({ world })
  const submit = jest.fn(() => Promise.resolve())
  render(
    <Provider store={store}>
      <FormState<Values>
        initialValues={{ legal_entity: null, tags: [], ...values }}
        schema={schema}
        submit={submit}
      >
        <FormBody label="Bid" draft={null}>
          <OrganizationField name="legal_entity" label="Legal Entity" />
          <TagsField name="tags" label="Tags" />
          <Held />
          <Begin />
        </FormBody>
      </FormState>
    </Provider>,
  )
  return { user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }), submit, store }
}

const entity = () => screen.getByRole('combobox', { name: 'Legal Entity' })
const tags = () => screen.getByRole('combobox', { name: 'Tags' })
const options = () =>
  [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)
/** rc-select reads keyCode, which user-event does not set. */
const arrowDown = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'ArrowDown', keyCode: 40 })
const organizations = '/api/mpg/organizations/'

describe('what was known before', () => {
  it('[AUTH-15, SHELL-8] is offered while the server is asked, and no longer', async () => {
    const { user, store } = await open()
    act(() => void store.dispatch(organizationsLoaded([{ id: 9, name: 'Quarrystone Glass' }])))
    const release = holdAnswers(organizations)
    await user.click(entity())
    await waitFor(() => expect(options()).toEqual(['QUARRYSTONE GLASS']))
    act(release)
    await waitFor(() => expect(options()).toHaveLength(3))
    expect(options()).not.toContain('QUARRYSTONE GLASS')
  })
})

describe('what stands in a pick list already', () => {
  const readsOf = (path: string, id: number) => requestsTo(`${path}${id}/`)

  it('[TRUST-32] is called by its name where nothing else has brought it, and asked for once', async () => {
    const { user } = await open({ legal_entity: 2, tags: [1, 3] })
    for (const name of ['NETHERHOLT CASTINGS', 'AUTUMN', 'WINTER'])
      expect(await screen.findByText(name)).toBeInTheDocument()
    await user.type(tags(), 'urg{Enter}')
    await waitFor(() => expect(held().tags).toEqual([1, 3, 2]))
    expect(screen.queryByText(/^#/)).not.toBeInTheDocument()
    expect(readsOf(organizations, 2)).toHaveLength(1)
    expect([1, 2, 3].map((id) => readsOf(contract.tags.path, id).length)).toEqual([1, 0, 1])
  })

  it('[AUTH-15] is not asked for where its name is known from the last visit', async () => {
    const { store } = await open()
    act(() => void store.dispatch(organizationsLoaded([{ id: 2, name: 'Netherholt Castings' }])))
    fireEvent.click(screen.getByRole('button', { name: 'Begin with 2' }))
    expect(await screen.findByText('NETHERHOLT CASTINGS')).toBeInTheDocument()
    expect(readsOf(organizations, 2)).toEqual([])
  })

  it('stands there by its number where it cannot be read', async () => {
    await open({ legal_entity: 99 })
    await waitFor(() => expect(readsOf(organizations, 99)).toHaveLength(1))
    expect(screen.getByText('#99')).toBeInTheDocument()
  })
})

describe('Enter in a pick list', () => {
  it('waits for the answer to the text in the box, and takes an entry of that', async () => {
    const { user, submit } = await open()
    const release = holdSearches(organizations)
    await user.click(entity())
    await waitFor(() => expect(options()).toHaveLength(3))
    await user.type(entity(), 'netherholt c{Enter}')
    expect(held().legal_entity).toBeNull()
    expect(await screen.findByText('Looking for “netherholt c”…')).toBeVisible()
    await release('netherholt c')
    await waitFor(() => expect(held().legal_entity).toBe(2))
    expect(screen.queryByText(/Looking for/)).not.toBeInTheDocument()
    expect(entity()).toHaveValue('')
    expect(submit).not.toHaveBeenCalled()
  })

  it('asks at once, without a pause in the typing', async () => {
    const { user } = await open()
    await user.type(entity(), 'nether{Enter}')
    await waitFor(() => expect(requestsTo(organizations).map(queryOf)).toContain('nether'))
  })

  it('takes nothing of the answer to another text', async () => {
    const { user } = await open()
    const release = holdSearches(organizations)
    await user.type(entity(), 'aldren{Enter}')
    await user.clear(entity())
    await user.type(entity(), 'nether')
    await release('aldren')
    await release('nether')
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(held().legal_entity).toBeNull()
  })

  it('prefers the entry that is called just so, whatever its letters’ case', async () => {
    const { user } = await open()
    await user.click(entity())
    await user.paste('NETHERHOLT')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(held().legal_entity).toBe(3))
  })

  it('takes the highlighted one of several that match', async () => {
    const { user } = await open()
    await user.type(entity(), 'nether')
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(options()).toEqual(['NETHERHOLT', 'NETHERHOLT CASTINGS'])
    arrowDown(entity())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(held().legal_entity).toBe(2))
    expect(entity()).toHaveValue('')
  })

  it.each(['{Escape}', '{Tab}', 's'])('no longer waits after %s', async (key) => {
    const { user } = await open({ legal_entity: 1 })
    const release = holdSearches(organizations)
    await user.type(entity(), 'nether{Enter}')
    await user.keyboard(key)
    await release('nether')
    await act(() => Promise.resolve())
    expect(held().legal_entity).toBe(1)
    expect(screen.queryByText(/Looking for/)).not.toBeInTheDocument()
  })

  it('takes nothing where nothing matches, and says so', async () => {
    const { user } = await open({ tags: [3] })
    await user.click(tags())
    await waitFor(() => expect(options()).toHaveLength(3))
    await user.type(tags(), 'zzz{Enter}')
    expect(await screen.findByText('Nothing matches “zzz”.')).toBeVisible()
    expect(held().tags).toEqual([3])
    expect(tags()).toHaveValue('zzz')
    await user.keyboard('{Enter}')
    expect(held().tags).toEqual([3])
  })

  it('adds to what is chosen already, and takes nothing of it away', async () => {
    const { user } = await open({ tags: [3] })
    await user.type(tags(), 'urg{Enter}')
    await waitFor(() => expect(held().tags).toEqual([3, 2]))
    await user.type(tags(), 'wint{Enter}')
    await waitFor(() => expect(tags()).toHaveValue(''))
    expect(held().tags).toEqual([3, 2])
  })

  it('selects nothing from an untouched list', async () => {
    const { user } = await open()
    await user.click(tags())
    await waitFor(() => expect(options()).toHaveLength(3))
    await user.keyboard('{Enter}')
    expect(held().tags).toEqual([])
    arrowDown(tags())
    fireEvent.keyDown(tags(), { key: 'Enter', keyCode: 13 })
    await waitFor(() => expect(held().tags).toEqual([1]))
  })

  it('takes nothing of a search that failed', async () => {
    const { user } = await open()
    server.use(http.get(`*${organizations}`, () => refusal(503, 'The database does not answer.')))
    await user.type(entity(), 'nether{Enter}')
    expect(await screen.findByText('The database does not answer.')).toBeInTheDocument()
    expect(held().legal_entity).toBeNull()
    expect(screen.queryByText(/Looking for/)).not.toBeInTheDocument()
  })

  it('belongs to an input method while that composes a word', async () => {
    const { user } = await open()
    await user.type(entity(), 'nether')
    await waitFor(() => expect(options()).toHaveLength(2))
    fireEvent.keyDown(entity(), { key: 'Enter', isComposing: true })
    fireEvent.compositionEnd(entity())
    fireEvent.keyDown(entity(), { key: 'Enter' })
    fireEvent.keyUp(entity(), { key: 'Enter' })
    expect(held().legal_entity).toBeNull()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(held().legal_entity).not.toBeNull())
  })
})

describe('a pick list that is left', () => {
  it('chooses nothing, drops the text, and says so', async () => {
    const { user } = await open({ legal_entity: 1 })
    await user.type(entity(), 'netherholt')
    await waitFor(() => expect(options()).toHaveLength(2))
    await user.tab()
    expect(entity()).not.toHaveFocus()
    expect(held().legal_entity).toBe(1)
    expect(entity()).toHaveValue('')
    expect(screen.getByText('“netherholt” was not chosen. Choose an entry of the list.')).toBeVisible()
    await user.type(entity(), 'x')
    expect(screen.queryByText(/was not chosen/)).not.toBeInTheDocument()
  })

  it('is asked about before the form is saved by Ctrl+S', async () => {
    const { user, submit } = await open()
    const release = holdSearches(organizations)
    await user.type(entity(), 'nether')
    await user.keyboard('{Control>}s{/Control}')
    expect(screen.getByText('“nether” was not chosen. Choose an entry of the list.')).toBeVisible()
    await user.keyboard('{Enter}{Control>}s{/Control}')
    expect(screen.getByText('Looking for “nether”…')).toBeVisible()
    await release('nether')
    await waitFor(() => expect(held().legal_entity).toBe(3))
    expect(submit).not.toHaveBeenCalled()
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
  })

  it('lets Tab lead on from an open list', async () => {
    const { user } = await open()
    await user.click(entity())
    await waitFor(() => expect(options()).toHaveLength(3))
    const tab = createEvent.keyDown(entity(), { key: 'Tab' })
    fireEvent(entity(), tab)
    expect(tab.defaultPrevented).toBe(false)
    expect(held().legal_entity).toBeNull()
  })
})
