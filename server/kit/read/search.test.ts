import type { ListAnswer } from '../../../src/contract/answers'
import { foldSearched } from '../fold'
import { startApi, type TestApi } from '../../testing/api'
import { recordMaker } from '../../testing/records'

/** Each list holds one record that every search below finds, and one that none does. */
const lists = {
  opportunities: 'opportunity_id',
  organizations: 'organization_id',
  contacts: 'contact_id',
  addresses: 'address_id',
  bids: 'bid_id',
  todos: 'id',
  tag: 'tag_id',
} as const
type List = keyof typeof lists

let api: TestApi
let wanted: Record<List, number>

beforeAll(async () => {
  api = await startApi()
  const make = recordMaker(api)
  const { tag_id: tag } = await make('tags', { name: 'Crème brûlée', description: 'Only for "sweet" deals' })
  const { organization_id: organization, addresses } = await make('organizations', {
    name: 'Quarzhütte Ölwerk 100%',
    dba: 'Blaue_Glut',
    tax_id: '12-3456789',
    duns_number: '808123456',
    bin_number: 'BIN-4711',
    zoominfo_id: 'ZI\\77',
    address_street: "9½ Rue de l'Été 😀😀😀",
    city: 'Trois-Rivières',
    zip_code: '05-1 % A',
    state: 'VT',
  })
  const { contact_id: contact } = await make('contacts', {
    first_name: 'Zoë',
    middle_name: 'Ingrid',
    last_name: "O'Brien",
    personal_email: 'zoe_obrien@home.example',
    personal_mobile: '312-555-0147',
  })
  await make('organizationContacts', {
    organization,
    contact,
    work_email: 'purchasing@glut.example',
    work_mobile: '646-555-0199',
    work_office_phone: '212-555-0123',
  })
  const { opportunity_id: opportunity } = await make('opportunities', {
    opportunity_name: 'Winter \\ "Sure_Thing" 50%',
    sales_represented: 'Čapek Junior',
    broker_name: 'Straße & Sons',
    tags: [tag],
    organizations: [organization],
  })
  const { utility_id: utility } = await make('utilities', { name: 'Niagara Gas' })
  const { utility_state_id: utility_state } = await make('utilityStates', {
    utility,
    state: 44,
    name: 'Firm transport',
  })
  const { bid_id: bid } = await make('bids', {
    name: 'Q1 block',
    opportunity,
    legal_entity: organization,
    utility_state,
  })
  const { id: todo } = await make('todos', {
    name: 'Ring the BELL',
    description: '<p>Ask for <b>load</b>&nbsp;&amp; profile</p>',
  })
  wanted = {
    opportunities: opportunity,
    organizations: organization,
    contacts: contact,
    addresses: addresses[0] ?? 0,
    bids: bid,
    todos: todo,
    tag,
  }

  const { organization_id: other } = await make('organizations', {
    name: 'Plain',
    address_street: 'Plain',
    city: 'Plain',
    zip_code: '77777',
    state: 'TX',
  })
  await make('tags', { name: 'Plain', description: 'Plain' })
  await make('contacts', {
    first_name: 'Plain',
    last_name: 'Plain',
    personal_email: 'plain@plain.example',
    personal_mobile: '702-444-8899',
  })
  const { opportunity_id: otherDeal } = await make('opportunities', { opportunity_name: 'Plain' })
  const { utility_id: otherUtility } = await make('utilities', { name: 'Plain' })
  const { utility_state_id: otherService } = await make('utilityStates', {
    utility: otherUtility,
    state: 44,
    name: 'Plain',
  })
  await make('bids', {
    name: 'Plain',
    opportunity: otherDeal,
    legal_entity: other,
    utility_state: otherService,
  })
  await make('todos', { name: 'Plain', description: '<p>Plain</p>' })
})
afterAll(() => api.close())

const find = async (list: List, q: string): Promise<unknown[]> => {
  const path = `/api/mpg/${list}/?q=${encodeURIComponent(q)}`
  const { count, results } = (await api.asBroker<ListAnswer<Record<string, unknown>>>('GET', path)).body
  expect(results).toHaveLength(count)
  return results.map((row) => row[lists[list]])
}

const organizationName = [
  ['ölwerk', 'as it is written, in small letters'],
  ['OLWERK', 'without accents, in capitals'],
  ['hutte o', 'over the space between words'],
] as const

test.each<readonly [List, string, readonly (readonly [string, string])[]]>([
  [
    'opportunities',
    'name',
    [
      ['winter', 'as a word'],
      ['winter \\ "sure', 'with its backslash and quote'],
      ['SURE_T', 'with its underscore'],
      ['50%', 'with its percent sign'],
    ],
  ],
  [
    'opportunities',
    'tag',
    [
      ['creme bru', 'without accents'],
      ['Crème', 'with accents'],
    ],
  ],
  [
    'opportunities',
    'sales person',
    [
      ['čapek', 'with its accent'],
      ['capek jun', 'without it'],
    ],
  ],
  [
    'opportunities',
    'broker',
    [
      ['straße &', 'as written'],
      ['STRASSE', 'in capitals'],
    ],
  ],
  ['opportunities', 'linked organization', organizationName],
  ['organizations', 'name', [...organizationName, ['100%', 'with its percent sign']]],
  ['organizations', 'dba', [['blaue_g', 'with its underscore']]],
  ['organizations', 'tax id', [['12-345', 'with its dash']]],
  ['organizations', 'DUNS', [['808123', 'in part']]],
  ['organizations', 'BIN', [['bin-47', 'in small letters']]],
  ['organizations', 'ZoomInfo id', [['zi\\7', 'with its backslash']]],
  ['organizations', 'city', [['trois-r', 'of its address']]],
  [
    'contacts',
    'name',
    [
      ['zoe', 'first'],
      ['INGRID', 'middle'],
      ["o'brien", 'last, with its apostrophe'],
      ["zoë o'brien", 'first and last together'],
      ["o'brien, zoe", 'as the list shows it'],
      ["zoe ingrid o'b", 'all of it, in the order in which it is spoken'],
    ],
  ],
  [
    'contacts',
    'email',
    [
      ['zoe_obrien@', 'own'],
      ['purchasing@glut', 'at work'],
    ],
  ],
  ['contacts', 'organization', organizationName],
  [
    'addresses',
    'street',
    [
      ['9½ rue', 'with its fraction'],
      ['91⁄2 rue', 'as a fraction of two numbers'],
      ["l'ete", 'without accents'],
      ['😀😀😀', 'characters beyond the first plane'],
      ['😀', 'one of them'],
    ],
  ],
  [
    'addresses',
    'city',
    [
      ['trois-riv', 'with its dash'],
      ['RIVIERES', 'without accents'],
    ],
  ],
  [
    'addresses',
    'state',
    [
      ['vermont', 'by name'],
      ['VT', 'by code'],
    ],
  ],
  ['addresses', 'zip', [['05-1 %', 'in part']]],
  ['addresses', 'organization', organizationName],
  ['bids', 'name', [['q1 BL', 'whatever its case']]],
  ['bids', 'legal entity', organizationName],
  [
    'bids',
    'utility',
    [
      ['niagara', 'by its name'],
      ['firm tr', 'by the name of its service'],
    ],
  ],
  ['todos', 'name', [['the bell', 'in small letters']]],
  ['todos', 'description', [['ask for load & profile', 'as it reads without markup']]],
  ['tag', 'name', [['BRULEE', 'without accents']]],
  ['tag', 'description', [['"sweet"', 'with its quotes']]],
])('[API-2] %s are found by %s', async (list, _field, searches) => {
  for (const [q, how] of searches) expect([q, how, await find(list, q)]).toEqual([q, how, [wanted[list]]])
})

test.each([
  ['312-555-0147'],
  ['(312) 555-0147'],
  ['3125550147'],
  ['312.555.0147'],
  ['+312 555 01'],
  ['555-01'],
  ['55501'],
  ['0147'],
  ['(646)'],
  ['646 555'],
  ['2125550123'],
])('[API-2] a contact is found by the phone digits %s', async (q) => {
  expect(await find('contacts', q)).toEqual([wanted.contacts])
})

test.each([['312-555-0148'], ['147-646'], ['0147646'], ['phone 0147'], ['(999)']])(
  '[API-2] no contact is found by %s',
  async (q) => {
    expect(await find('contacts', q)).toEqual([])
  },
)

test.each([
  ['opportunities', '_', 1],
  ['opportunities', '%', 1],
  ['opportunities', '\\', 1],
  ['opportunities', '"', 1],
  ['opportunities', "'", 0],
  ['opportunities', 'č', 1],
  ['opportunities', 'p', 2],
  ['opportunities', 'ca', 1],
  ['opportunities', 'ß', 1],
  ['organizations', 'ü', 1],
  ['organizations', 'xx', 0],
  ['contacts', "'", 1],
  ['contacts', '@', 2],
  ['contacts', '12', 1],
  ['addresses', '½', 1],
  ['addresses', '%', 1],
  ['bids', '1', 1],
  ['todos', '&', 1],
  ['todos', '<', 0],
  ['tag', '""', 0],
] as const)('[API-2, TRUST-13] in %s, %s is itself and found in %i', async (list, q, count) => {
  expect(await find(list, q)).toHaveLength(count)
})

test('[API-2] blanks around a search text do not count, and a text of blanks searches nothing', async () => {
  expect(await find('contacts', '  zoe  ')).toEqual([wanted.contacts])
  expect(await find('contacts', '   ')).toHaveLength(2)
})

test('[API-2] a search and a filter narrow the list together', async () => {
  const path = `/api/mpg/contacts/?q=zoe&current_organizations=${wanted.organizations}`
  const found = await api.asBroker<ListAnswer<unknown>>('GET', path)
  const other = await api.asBroker<ListAnswer<unknown>>('GET', path.replace('zoe', 'plain'))
  expect([found.body.count, other.body.count]).toEqual([1, 0])
})

describe('[K3] what is stored and what is asked for are written differently', () => {
  const ids = {} as Record<List, number>
  beforeAll(async () => {
    const make = recordMaker(api)
    const organization = await make('organizations', {
      name: '3M – Süd “Gas” Werke',
      tax_id: '98-1785079',
      duns_number: '60-514-2398',
      bin_number: '1234 5678 901',
      phone: '713-555-0166',
      address_street: '1016 Mill Avenue',
      city: 'Erie',
      state: 'PA',
      zip_code: '16549-2201',
    })
    ids.organizations = organization.organization_id
    ids.addresses = organization.addresses[0] ?? 0
    const contact = await make('contacts', {
      first_name: 'Colleen',
      last_name: 'O’Neil‐Abbott',
      personal_email: 'colleen@abbott.example',
      personal_mobile: '415-555-0100',
    })
    ids.contacts = contact.contact_id
    const { tag_id: tag } = await make('tags', { name: 'Bœuf Ærø', description: 'Smørrebrød' })
    ids.tag = tag
    const deal = await make('opportunities', {
      opportunity_name: 'Aldrenfold Medical\u00a0Center — 2028 NYMEX+',
      sales_represented: 'Ｗｉｄｅ Łukasz',
      tags: [tag],
      organizations: [ids.organizations],
    })
    ids.opportunities = deal.opportunity_id
  })

  test.each<readonly [List, readonly string[]]>([
    ['contacts', ["O'Neil", 'O‘Neil', 'oʼneil', 'O`Neil', 'O´Neil', "o'neil-abbott", "o'neil – abbott"]],
    [
      'contacts',
      [
        "O'Neil-Abbott Colleen",
        'abbott colleen',
        'Colleen, Abbott',
        'colleen   abb',
        'colleen@ neil',
        'neil c',
      ],
    ],
    [
      'contacts',
      [
        '+1 (415) 555-0100',
        '(415) 555-0100',
        '4155550100',
        '415.555.0100',
        '1-415-555-0100',
        '001 415 555 0100',
      ],
    ],
    ['contacts', ['Colleen (415) 555-0100', '55501 neil', '+1 415 555 0100 abbott']],
    ['organizations', ['3M - S', '3m − sud', '"Gas" werke', 'werke 3m', 'erie 3m', '„Gas“']],
    ['organizations', ['981785079', '98-1785079', '98 1785079', '98–1785079', '785079', '8-17850']],
    ['organizations', ['605142398', '60 514 2398', '12345678901', '5678901', '+1 713 555 0166', '713 555']],
    [
      'addresses',
      [
        '1016 Mill Avenue, Erie',
        'Erie 16549',
        '1016 Mill Avenue, Erie, PA 16549',
        '1016 Mill Avenue, PA, Erie, 16549',
        'pennsylvania erie mill',
        '165492201',
        '16549-2201',
        'erie,16549',
        'Süd Erie',
      ],
    ],
    [
      'opportunities',
      [
        'Aldrenfold Medical Center - 2028',
        'Aldrenfold Medical Center – 2028 NYMEX+',
        '2028 aldrenfold',
        'boeuf aldrenfold',
        'aero lukasz',
        'wide nymex+ 3m',
        'a al b 3m',
        '"medical center" boeuf',
        '"Medical Center - 2028"',
      ],
    ],
    ['tag', ['boeuf', 'AERO', 'smorrebrod bœuf', 'œuf ær']],
  ])('in %s, %p', async (list, searches) => {
    for (const q of searches) expect([q, await find(list, q)]).toEqual([q, [ids[list]]])
  })

  test.each<readonly [List, readonly string[]]>([
    ['contacts', ['colleen qx', '"abbott colleen"', '4155550101', 'neil 9999']],
    ['organizations', ['981785078', '"werke 3m"', 'erie pa 4m']],
    ['addresses', ['Erie 16548', 'mill erie ohio']],
    ['opportunities', ['"center medical"', 'boeuf smorrebrod', 'aldrenfold qx']],
  ])('in %s, %p is found nowhere', async (list, searches) => {
    for (const q of searches) expect([q, await find(list, q)]).toEqual([q, []])
  })
})

describe('[API-2] one and two letters are found wherever they stand, and counted exactly', () => {
  const path = '/api/mpg/opportunities/'
  const idsOf = async (q: string) => {
    const [found, first] = await Promise.all(
      [1_000, 1].map(async (limit) => {
        const address = `${path}?limit=${limit}&q=${encodeURIComponent(q)}`
        return (await api.asBroker<ListAnswer<{ opportunity_id: number }>>('GET', address)).body
      }),
    )
    expect([q, first?.count]).toEqual([q, found?.count])
    return found?.results.map((row) => row.opportunity_id).sort() ?? []
  }
  /** The searched texts of each deal that is not in the trash, read without an index. */
  const textsOfDeals = async () => {
    const { db } = api.database
    const deals = await db
      .selectFrom('opportunities')
      .select(['opportunity_id', 'search'])
      .where('deleted_at', 'is', null)
      .execute()
    const tags = await db
      .selectFrom('opportunity_tags')
      .innerJoin('tags', 'tags.tag_id', 'opportunity_tags.tag_id')
      .select(['opportunity_id', 'name'])
      .execute()
    return deals.map(({ opportunity_id: id, search }) => ({
      id,
      texts: [
        search,
        ...tags.filter((tag) => tag.opportunity_id === id).map((tag) => foldSearched(tag.name)),
      ],
    }))
  }
  const agree = async (): Promise<void> => {
    const deals = await textsOfDeals()
    const letters = deals.flatMap(({ texts }) => texts.flatMap((text) => [...text]))
    const pairs = deals.flatMap(({ texts }) =>
      texts.flatMap((text) => [...text].map((letter, at, all) => letter + (all[at + 1] ?? ''))),
    )
    const sought = new Set(
      [...letters, ...pairs, 'zq', 'x', 'X', '😀'].filter((text) => text.trim() === text),
    )
    for (const text of sought) {
      const folded = text.toLowerCase()
      const wanted = deals.filter(({ texts }) => texts.some((one) => one.includes(folded)))
      expect([text, await idsOf(text)]).toEqual([text, wanted.map(({ id }) => id).sort()])
    }
  }
  const make = async (body: object) =>
    (await api.asBroker<{ opportunity_id: number }>('POST', path, body)).body.opportunity_id

  test('in a new record, a changed one, one that went to the trash, and one that came back', async () => {
    const tag = (
      await api.asBroker<{ tag_id: number }>('POST', '/api/mpg/tag/', {
        ...{ name: 'Vj', color: '#222222', description: 'kw' },
      })
    ).body.tag_id
    // Two of its texts hold the same letter, which counts once.
    const like = (
      await api.asBroker<{ tag_id: number }>('POST', '/api/mpg/tag/', {
        ...{ name: 'Vv', color: '#222222', description: 'kw' },
      })
    ).body.tag_id
    const first = await make({ opportunity_name: `"Xé%_\\ 😀`, tags: [tag, like] })
    const second = await make({ opportunity_name: 'ax xa', broker_name: 'b' })
    await agree()
    await api.asBroker('PATCH', `${path}${first}/`, { opportunity_name: 'quick' })
    await api.asBroker('PATCH', `/api/mpg/tag/${tag}/`, { name: 'Hk' })
    await agree()
    for (const id of [first, second]) await api.asBroker('DELETE', `${path}${id}/`)
    await agree()
    await api.asBroker('POST', `${path}${first}/restore/`)
    await agree()
  })

  test('at the ends of a text, and across the parts of a long one', async () => {
    const long = `k${'m'.repeat(498)}zv${'m'.repeat(400)}w`
    const { organization_id: id } = (
      await api.asBroker<{ organization_id: number }>('POST', '/api/mpg/organizations/', {
        ...{ name: 'kj', dba: 'y'.repeat(255), state: 'TX' },
      })
    ).body
    await api.database.db
      .updateTable('organizations')
      .set({ search: long })
      .where('organization_id', '=', id)
      .execute()
    for (const q of ['km', 'mz', 'zv', 'vm', 'mw', 'w', 'k'])
      expect([q, await find('organizations', q)]).toEqual([q, expect.arrayContaining([id])])
    for (const q of ['mk', 'kz', 'wk']) expect([q, await find('organizations', q)]).toEqual([q, []])
  })
})

test('[K3] a short word that a tag holds, or the record, is looked for beside longer ones', async () => {
  const make = recordMaker(api)
  const { tag_id: tag } = await make('tags', { name: 'Jx' })
  const { tag_id: gone } = await make('tags', { name: 'Jy' })
  const name = 'Brightwater Kiln'
  const { opportunity_id: tagged } = await make('opportunities', {
    opportunity_name: name,
    tags: [tag, gone],
  })
  const { opportunity_id: named } = await make('opportunities', { opportunity_name: `${name} jx` })
  await make('opportunities', { opportunity_name: name })
  await make('opportunities', { opportunity_name: 'Jx', tags: [tag] })
  await api.asBroker('DELETE', `/api/mpg/tag/${gone}/`)
  const found = await Promise.all(
    ['brightwater jx', 'jx kiln brightwater', 'brightwater j', 'brightwater jy'].map((q) =>
      find('opportunities', q),
    ),
  )
  expect(found).toEqual([[tagged, named], [tagged, named], [tagged, named], []])
})
