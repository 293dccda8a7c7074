/* npm run screenshots: pictures of every screen and its states, to be looked at by people, and what a machine finds wrong. */
import { chromium, type Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import { bureauSearch } from '../src/contract/bureau'
import type { ListAnswer } from '../src/contract/kit'
import { demoPassword, fillSignIn, signIn } from './actions'
import { callAs } from './api'
import { startChromium } from './chromium'
import { collectComplaints } from './complaints'
import { look, type State } from './look'
import { startProduct } from './product'
import { folder } from './screenshots'

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const openDialog = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  await page.getByRole('dialog').waitFor()
}
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' }).first().waitFor()
const loading = (page: Page) => page.locator('.bar').first().waitFor()

/** The steps of the wizard, up to one of them. */
const proceed = (steps: 1 | 2) => async (page: Page) => {
  await page.getByLabel('Opportunity Name').fill('Harbor Mills 2027')
  await press('Next')(page)
  if (steps === 1) return
  await page.getByRole('radio', { name: 'DIRECT', exact: true }).check()
  await page.getByLabel('Expected Close Date').fill('04/30/2027')
  await page.getByLabel('Estimated Annual Volume').fill('250,000')
  await press('Next')(page)
  await page.getByRole('button', { name: 'Save & Add Bid' }).waitFor()
}

const anonymous: readonly State[] = [
  { name: 'login', path: '/login' },
  {
    name: 'login-refused',
    path: '/login',
    prepare: async (page) => {
      await fillSignIn(page, 'broker', `not-${demoPassword}`)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'create-user', path: '/login/create-user' },
]

/** The credit bureau's search, by itself and for a deal; its registry has five laundries in one city. */
const bureauStates = (deal: number): readonly State[] => {
  const search = '/mpg/organizations/experian/search'
  const asked = 'state=ID&city=Nampa&organization_name='
  const calls = `**${bureauSearch.path}`
  const found = (page: Page) => page.getByRole('region', { name: 'Results' }).waitFor()
  return [
    { name: 'bureau', path: search },
    {
      name: 'bureau-wrong',
      path: search,
      prepare: async (page) => {
        await press('Search')(page)
        await page.getByText('Please provide a valid city.').first().waitFor()
      },
    },
    { name: 'bureau-results', path: `${search}?${asked}laundry`, prepare: found },
    { name: 'bureau-no-match', path: `${search}?${asked}zzyzx` },
    {
      name: 'bureau-failed',
      path: `${search}?${asked}laundry`,
      answers: { [calls]: 'refusal' },
      prepare: retry,
    },
    {
      name: 'bureau-loading',
      path: `${search}?${asked}laundry`,
      answers: { [calls]: 'nothing' },
      prepare: loading,
    },
    {
      name: 'bureau-queue',
      path: `${search}?opportunity=${deal}&${asked}laundry`,
      prepare: async (page) => {
        await press('Select Marlobourne Laundry')(page)
        await press('Select Isterfold Laundry')(page)
      },
    },
  ]
}

/** Of an organization with bids. */
const organizationStates = (organization: number, taxId: string): readonly State[] => {
  const list = '/mpg/organizations'
  const record = `${list}/${organization}`
  const calls = {
    list: `**${contract.organizations.path}?*`,
    one: `**${contract.organizations.path}${organization}/*`,
    // They tell what their organization is called.
    links: `**${contract.organizationAddresses.path}?*`,
  }
  const mapped = (page: Page) => page.getByRole('heading', { name: 'Map' }).waitFor()
  return [
    { name: 'organization-list', path: list },
    { name: 'organization-list-no-match', path: `${list}?q=nothing-is-called-that` },
    { name: 'organization-list-failed', path: list, answers: { [calls.list]: 'refusal' }, prepare: retry },
    { name: 'organization-list-loading', path: list, answers: { [calls.list]: 'nothing' }, prepare: loading },
    { name: 'organization', path: `${record}/details`, prepare: mapped },
    {
      name: 'organization-failed',
      path: `${record}/details`,
      answers: { [calls.one]: 'refusal' },
      prepare: retry,
    },
    {
      name: 'organization-loading',
      path: `${record}/details`,
      answers: { [calls.one]: 'nothing', [calls.links]: 'nothing' },
      prepare: loading,
    },
    { name: 'organization-contacts', path: `${record}/contacts` },
    { name: 'organization-addresses', path: `${record}/addresses`, prepare: mapped },
    { name: 'organization-bids', path: `${record}/bids` },
    { name: 'organization-delete', path: `${record}/details`, prepare: openDialog('Delete') },
    { name: 'organization-edit', path: `${record}/edit` },
    { name: 'organization-new', path: `${list}/create` },
    {
      name: 'organization-new-wrong',
      path: `${list}/create`,
      prepare: async (page) => {
        await press('Save')(page)
        await page.getByText('This field is required').first().waitFor()
      },
    },
    {
      name: 'organization-new-twin',
      path: `${list}/create?name=Harbor%20Mills&state=ID`,
      prepare: async (page) => {
        await page.getByLabel('Tax ID', { exact: true }).fill(taxId)
        await press('Save')(page)
        await page.getByRole('dialog').waitFor()
      },
    },
  ]
}

/** Of an address that an organization and a contact of it are told of, too. */
const linkStates = (address: number, organization: number, contact: number): readonly State[] => {
  const list = '/mpg/addresses'
  const record = `${list}/${address}`
  const calls = { list: `**${contract.addresses.path}?*`, one: `**${contract.addresses.path}${address}/*` }
  const wrong = async (page: Page) => {
    await press('Save')(page)
    await page.getByText('This field is required').first().waitFor()
  }
  return [
    { name: 'address-list', path: list },
    { name: 'address-list-failed', path: list, answers: { [calls.list]: 'refusal' }, prepare: retry },
    { name: 'address', path: `${record}/details` },
    {
      name: 'address-loading',
      path: `${record}/details`,
      answers: { [calls.one]: 'nothing' },
      prepare: loading,
    },
    { name: 'address-organizations', path: `${record}/organizations?show=all` },
    { name: 'address-delete', path: `${record}/details`, prepare: openDialog('Delete') },
    { name: 'address-edit', path: `${record}/edit` },
    { name: 'address-new-wrong', path: `${list}/create?org_id=${organization}`, prepare: wrong },
    {
      name: 'address-new-pasted',
      path: `${list}/create`,
      prepare: async (page) => {
        await page.getByLabel('Address Street').fill('7 Kiln Street, Marfa, TX 79843')
        await page.getByText('This is a whole address.').waitFor()
      },
    },
    { name: 'link-organizations-wrong', path: `${record}/organization/add`, prepare: wrong },
    { name: 'link-contact-wrong', path: `/mpg/organizations/${organization}/contact/add`, prepare: wrong },
    { name: 'link-edit', path: `/mpg/contacts/${contact}/organization/${organization}/edit` },
  ]
}

/** Of a contact, and of an organization where it works. */
const contactStates = (contact: number, organization: number): readonly State[] => {
  const list = '/mpg/contacts'
  const record = `${list}/${contact}`
  const calls = {
    list: `**${contract.contacts.path}?*`,
    one: `**${contract.contacts.path}${contact}/*`,
    events: `**${contract.activities.path}?*`,
    profile: '**/fetch/**',
  }
  const askProfile = async (page: Page) => {
    await page.getByLabel('LinkedIn URL').fill('https://linkedin.example/in/somebody')
    await press('Fetch Profile')(page)
  }
  return [
    { name: 'contact-list', path: list },
    { name: 'contact-list-no-match', path: `${list}?q=nobody-is-called-that` },
    { name: 'contact-list-failed', path: list, answers: { [calls.list]: 'refusal' }, prepare: retry },
    { name: 'contact-list-loading', path: list, answers: { [calls.list]: 'nothing' }, prepare: loading },
    { name: 'contact', path: `${record}/details` },
    {
      name: 'contact-loading',
      path: `${record}/details`,
      answers: { [calls.one]: 'nothing' },
      prepare: loading,
    },
    {
      name: 'contact-events-failed',
      path: `${record}/details`,
      answers: { [calls.events]: 'refusal' },
      prepare: retry,
    },
    { name: 'contact-organizations', path: `${record}/organizations` },
    { name: 'contact-files', path: `${record}/files` },
    {
      name: 'contact-profile-not-ready',
      path: `${record}/details`,
      answers: { [calls.profile]: 'refusal' },
      prepare: async (page) => {
        await askProfile(page)
        await page.getByText('The profile is not ready.').waitFor()
      },
    },
    // The last of its kind: once it is let go, there is a profile.
    {
      name: 'contact-profile-fetching',
      path: `${record}/details`,
      answers: { [calls.profile]: 'nothing' },
      prepare: async (page) => {
        await askProfile(page)
        await page.getByText('Fetching Profile...').waitFor()
      },
    },
    { name: 'contact-arrange', path: `${record}/details`, prepare: openDialog('Task or Meeting') },
    { name: 'contact-delete', path: `${record}/details`, prepare: openDialog('Delete') },
    { name: 'contact-edit', path: `${record}/edit` },
    { name: 'contact-edit-link', path: `${record}/edit?org_id=${organization}` },
    { name: 'contact-new', path: `${list}/create` },
    {
      name: 'contact-new-wrong',
      path: `/mpg/organizations/${organization}/contact/create`,
      prepare: async (page) => {
        await press('Save')(page)
        await page.getByText('This field is required').first().waitFor()
      },
    },
  ]
}

/** Of a deal with a bid, and of one that nobody has added anything to. */
const states = (deal: number, bid: number, bare: number, tag: string): readonly State[] => {
  const list = '/mpg/opportunities'
  const record = `${list}/${deal}`
  const bareRecord = `${list}/${bare}`
  const page = `${record}/bid/${bid}`
  const calls = {
    list: `**${contract.opportunities.path}?*`,
    deal: `**${contract.opportunities.path}${deal}/*`,
    bid: `**${contract.bids.path}${bid}/*`,
    tags: `**${contract.tags.path}?*`,
    notes: `**${contract.notes.path}?*`,
    files: `**${contract.files.path}?*`,
  }
  return [
    { name: 'opportunities', path: list },
    { name: 'opportunities-compact', path: list, prepare: press('Compact') },
    // What is chosen is remembered.
    {
      name: 'opportunities-columns',
      path: list,
      prepare: async (shown) => {
        await press('Compact')(shown)
        await press('Columns')(shown)
      },
    },
    { name: 'opportunities-filter', path: list, prepare: press('Filter by tag') },
    { name: 'opportunities-filtered', path: `${list}?tags=${tag}` },
    { name: 'opportunities-no-match', path: `${list}?q=nothing-is-called-that` },
    { name: 'opportunities-none', path: list, answers: { [calls.list]: 'empty list' } },
    { name: 'opportunities-failed', path: list, answers: { [calls.list]: 'refusal' }, prepare: retry },
    { name: 'opportunities-loading', path: list, answers: { [calls.list]: 'nothing' }, prepare: loading },
    { name: 'opportunity', path: `${record}/details` },
    { name: 'opportunity-bare', path: `${bareRecord}/details` },
    { name: 'opportunity-show-empty', path: `${bareRecord}/details`, prepare: press('Show empty: Source') },
    {
      name: 'opportunity-failed',
      path: `${record}/details`,
      answers: { [calls.deal]: 'refusal' },
      prepare: retry,
    },
    {
      name: 'opportunity-loading',
      path: `${record}/details`,
      answers: { [calls.deal]: 'nothing' },
      prepare: loading,
    },
    { name: 'opportunity-delete', path: `${record}/details`, prepare: openDialog('Delete') },
    {
      name: 'bid-menu',
      path: `${record}/details`,
      prepare: async (shown) => {
        await press(/^Actions for /)(shown)
        await shown.getByRole('menu').waitFor()
      },
    },
    {
      name: 'notes-failed',
      path: `${record}/details`,
      answers: { [calls.notes]: 'refusal' },
      prepare: retry,
    },
    { name: 'note-new', path: `${record}/details`, prepare: openDialog('Add Note') },
    { name: 'organizations', path: `${record}/organizations` },
    { name: 'organizations-none', path: `${bareRecord}/organizations` },
    {
      name: 'organization-remove',
      path: `${record}/organizations`,
      prepare: openDialog(/^Remove /),
    },
    { name: 'files', path: `${record}/files` },
    { name: 'files-none', path: `${bareRecord}/files` },
    { name: 'files-failed', path: `${record}/files`, answers: { [calls.files]: 'refusal' }, prepare: retry },
    { name: 'opportunity-edit', path: `${record}/edit` },
    {
      name: 'opportunity-edit-wrong',
      path: `${record}/edit`,
      prepare: async (shown) => {
        await shown.getByLabel('Opportunity Name').fill('')
        await press('Save')(shown)
        await shown.getByText('This field is required').first().waitFor()
      },
    },
    {
      name: 'opportunity-edit-leave',
      path: `${bareRecord}/edit`,
      prepare: async (shown) => {
        await shown.getByLabel('Broker Name').fill('Basin Energy Partners')
        await shown.getByRole('link', { name: 'Opportunities' }).first().click()
        await shown.getByRole('dialog').waitFor()
      },
    },
    { name: 'opportunity-new', path: `${list}/new` },
    { name: 'opportunity-new-source', path: `${list}/new`, prepare: proceed(1) },
    { name: 'opportunity-new-review', path: `${list}/new`, prepare: proceed(2) },
    { name: 'bid', path: page },
    { name: 'bid-months', path: page, prepare: (shown) => shown.getByText('Month by month').click() },
    { name: 'bid-loading', path: page, answers: { [calls.bid]: 'nothing' }, prepare: loading },
    { name: 'bid-failed', path: page, answers: { [calls.bid]: 'refusal' }, prepare: retry },
    { name: 'bid-files', path: `${page}?tab=files` },
    { name: 'bid-delete', path: page, prepare: openDialog('Delete') },
    { name: 'bid-new', path: `${record}/bid/new` },
    {
      name: 'bid-new-wrong',
      path: `${record}/bid/new`,
      prepare: async (shown) => {
        await press('Save')(shown)
        await shown.getByText('This field is required').first().waitFor()
      },
    },
    { name: 'bid-edit', path: `${page}/edit-from-bid` },
    { name: 'tags', path: '/mpg/tags' },
    { name: 'tags-none', path: '/mpg/tags', answers: { [calls.tags]: 'empty list' } },
    { name: 'tags-failed', path: '/mpg/tags', answers: { [calls.tags]: 'refusal' }, prepare: retry },
    { name: 'tag-new', path: '/mpg/tags', prepare: openDialog('Create Tag') },
    {
      name: 'tag-edit',
      path: '/mpg/tags',
      prepare: openDialog(/^Edit /),
    },
    {
      name: 'tag-delete',
      path: '/mpg/tags',
      prepare: openDialog(/^Delete /),
    },
    { name: 'tasks', path: '/mpg/tasks' },
    {
      name: 'task-new',
      path: '/mpg/tasks',
      prepare: async (shown) => {
        await openDialog('Create task')(shown)
        await press('Save')(shown)
        await shown.getByText('Title is required').first().waitFor()
      },
    },
    { name: 'task-edit', path: '/mpg/tasks', prepare: openDialog(/^Edit /) },
    { name: 'setup', path: '/setup/' },
    { name: 'trash', path: '/mpg/trash/organizations' },
    ...bureauStates(bare),
    { name: 'not-found', path: '/no-such-page' },
    { name: 'logout', path: '/account/logout' },
  ]
}

const only = process.argv.slice(2)
const isWanted = ({ name }: State) => only.length === 0 || only.includes(name)

const product = await startProduct()
process.env['E2E_URL'] = product.url
const browser = await startChromium()
try {
  const connected = await chromium.connect(browser.wsEndpoint())
  const context = await connected.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/Chicago',
  })
  context.setDefaultTimeout(10_000)
  const complaints = await collectComplaints(context)
  const page = await context.newPage()
  let faults = 0
  const tell = (name: string, found: readonly string[]) => {
    faults += found.length
    console.log([name, ...found].join('\n  '))
  }
  const lookAt = async (state: State) => {
    complaints.length = 0
    const found = await look(page, state).catch((error: unknown) => [String(error)])
    // What a state provokes on purpose, the browser notes too.
    tell(state.name, [...found, ...complaints.filter((text) => !/status of (401|503)/.test(text))])
  }
  for (const state of anonymous.filter(isWanted)) await lookAt(state)

  await signIn(page, 'broker')
  const { opportunities, organizations, bids, tags } = contract
  const { results } = await callAs<ListAnswer<Row<'bids'>>>('broker', 'GET', `${bids.path}?limit=1`)
  const bare = await callAs<Row<'opportunities'>>('broker', 'POST', opportunities.path, {
    opportunity_name: 'Harbor Mills 2027',
  })
  const [tag] = (await callAs<ListAnswer<Row<'tags'>>>('broker', 'GET', `${tags.path}?limit=1`)).results
  const [bid] = results
  if (!bid || !tag) throw new Error('The demo data holds no bid or no tag.')
  const customer = await callAs<Row<'organizations'>>(
    'broker',
    'PATCH',
    `${organizations.path}${bid.legal_entity}/`,
    { tax_id: '12-3456789' },
  )
  const [address] = (
    await callAs<ListAnswer<Row<'addresses'>>>('broker', 'GET', `${contract.addresses.path}?limit=1`)
  ).results
  const [link] = (
    await callAs<ListAnswer<Row<'organizationContacts'>>>(
      'broker',
      'GET',
      `${contract.organizationContacts.path}?limit=1`,
    )
  ).results
  for (const state of [
    ...states(bid.opportunity, bid.bid_id, bare.opportunity_id, String(tag.tag_id)),
    ...organizationStates(customer.organization_id, customer.tax_id ?? ''),
    ...(link
      ? [
          ...linkStates(address?.address_id ?? 0, link.organization, link.contact),
          ...contactStates(link.contact, link.organization),
        ]
      : []),
  ].filter(isWanted))
    await lookAt(state)
  console.log(`${faults} faults; pictures in ${folder}`)
  process.exitCode = faults === 0 ? 0 : 1
} finally {
  await browser.close()
  await product.stop()
}
