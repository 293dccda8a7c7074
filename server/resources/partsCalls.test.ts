/** The calls of both parts as their screens write them, beyond what the tests of each resource show. */
import { contract } from '../../src/contract'
import { eventPath } from '../../src/contract/mail'
import { startApi, type TestApi } from '../testing/api'
import { recordMaker } from '../testing/records'
import { resources, plainResources, readOnlyResources } from '.'

let api: TestApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('[API-1, API-3, CON-7] a contact takes `organization` as the parts expand it: those of its links', async () => {
  const make = recordMaker(api)
  const { organization_id: organization } = await make('organizations', { name: 'Tarnwick Foundry' })
  const { contact_id: contact } = await make('contacts')
  await make('organizationContacts', { organization, contact })
  const expand = 'organizations_contacts,organization,created_by,modified_by'
  const { status, body } = await api.asBroker<{
    organizations_contacts: { organization: { name: string } }[]
  }>('GET', `${contract.contacts.path}${contact}/?expand=${expand}`)
  expect(status).toBe(200)
  expect(body.organizations_contacts[0]?.organization.name).toBe('Tarnwick Foundry')
})

test('[API-2] every list takes a search of any length, also where there is no text to search', async () => {
  for (const { contract: resource } of [
    ...plainResources,
    ...readOnlyResources,
    resources.notes,
    resources.files,
  ])
    for (const q of ['a', 'no such text']) {
      const { status } = await api.asBroker('GET', `${resource.path}?q=${encodeURIComponent(q)}&limit=1`)
      expect([resource.path, q, status]).toEqual([resource.path, q, 200])
    }
})

test('[SCH-1] the scheduler is told of missing fields in its own words', async () => {
  const { status, body } = await api.asBroker('POST', eventPath, { title: ' ', description_text: '<p></p>' })
  expect(status).toBe(400)
  const text = 'Please enter all fields required.'
  expect(body.fields).toEqual({ title: text, description: text, start: text })
})
