import { http, HttpResponse, type HttpHandler } from 'msw'
import { contract, type ResourceName, type Row } from '../contract'
import { apiTokensPath, type ApiTokens } from '../contract/apiTokens'
import { dayPath, type DayAnswer } from '../contract/day'
import { duplicatePairsPath, mergedResources, type DuplicatePairsAnswer } from '../contract/duplicatePairs'
import { hasHistory, timelinePath, type TimelineAnswer } from '../contract/history'
import { mergePath, mergesPath, type Merge, type MergePreview } from '../contract/merges'
import {
  comparisonPath,
  opportunityComparisonPath,
  quoteActions,
  quoteSummariesPath,
  stripPath,
} from '../contract/comparisons'
import { renewalBuckets } from '../contract/gas/choices'
import {
  followedResources,
  followPath,
  notificationSettingsPath,
  notificationsPath,
  type Following,
  type NotificationSettings,
  type NotificationsAnswer,
} from '../contract/notifications'
import { renewalsPath, type RenewalTotals } from '../contract/renewals'
import { wonReportPath, type WonReport } from '../contract/reports'
import { quoteState } from '../contract/gas/quotes'
import type { GasUnit } from '../contract/gas/units'
import type { ErrorAnswer, ListAnswer } from '../contract/answers'
import { viewChoicePath, viewChoicesPath, type ViewChoice } from '../contract/viewChoices'
import { stages, stageTotalsPath, type StageTotals } from '../contract/stages'
import { eventPath, messageRequest } from '../contract/mail'
import { searchMatcher } from '../contract/searchTerms'
import { personName } from '../contract/personName'
import { secondFactorPath, type SecondFactors } from '../contract/secondFactor'
import {
  credentials,
  currentUserPath,
  directoryCompletePath,
  installationPath,
  participantsPath,
  refreshRequest,
  revokePath,
  type Credentials,
  type RefreshRequest,
  type SignInAnswer,
  type TokenAnswer,
} from '../contract/session'
import { replacedSourceNamesPath, type ReplacedSourceNames } from '../contract/sourceNames'
import {
  accountNeeded,
  contractActions,
  contractAmendmentsPath,
  type ContractAmendment,
} from '../contract/contractActions'
import { awardIn, awardRefusal, comparisonOf, fillQuote, stripOf, summariesOf } from './quotes'
import {
  addRow,
  changeRow,
  duplicateOf,
  duplicatesIn,
  expanded,
  expandOf,
  findRow,
  keptOf,
  listed,
  purgeRow,
  removeRow,
  restoreRow,
  trashOf,
  type AnyRow,
  type World,
} from './world'

/** A refusal in the contract's shape. */
export const refusal = (
  status: number,
  detail: string,
  code = 'refused',
  more: Pick<ErrorAnswer, 'fields' | 'current'> = {},
) => HttpResponse.json<ErrorAnswer>({ detail, code, request_id: 'req-1', ...more }, { status })

const at = (path: string) => `*${path}`

let lastToken = 0

const issue = (world: World): TokenAnswer => {
  lastToken += 1
  const tokens = {
    access: `access-${lastToken}`,
    refresh: `refresh-${lastToken}`,
    expires_in: world.expiresIn,
  }
  world.access.add(tokens.access)
  world.refresh.add(tokens.refresh)
  return tokens
}

const bearerOf = (request: Request) => request.headers.get('Authorization')?.replace('Bearer ', '')

type Call = { request: Request; params: URLSearchParams; id: number }
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** A handler that requires a valid access token. */
const guarded = (
  world: World,
  path: string,
  answer: (call: Call) => Response | Promise<Response>,
  method: Method = 'get',
) =>
  http[method](at(path), ({ request, params: { id } }) =>
    world.access.has(bearerOf(request) ?? '')
      ? answer({ request, params: new URL(request.url).searchParams, id: Number(id) })
      : refusal(401, 'The access token is not valid.', 'not_signed_in'),
  )

let lastContent = 0

/** The record of an upload: the form's fields, and the server's data of the file. */
const fileBody = (form: FormData): AnyRow => {
  const file = form.get('file') as File
  lastContent += 1
  return {
    filename: form.get('filename'),
    object_id: form.get('object_id'),
    content_type: Number(form.get('content_type')),
    tags: form.getAll('tags'),
    size: file.size,
    media_type: file.type || 'application/octet-stream',
    file: `/api/mpg/file/content-${lastContent}/?expires=1&signature=s`,
  }
}

/** An uploaded logo becomes an address. */
const logoBody = (form: FormData): AnyRow => ({
  logo: `/api/mpg/organizations/logo/?name=${encodeURIComponent((form.get('logo') as File).name)}`,
})

/** Requesting an organization's credit also updates the opportunity. */
const requestCredit = (world: World, { opportunity }: AnyRow) => {
  const row = findRow(world, 'opportunities', opportunity)
  if (row && row['credit_request'] !== 'yes') changeRow(row, { credit_request: 'yes' })
}

const resourceHandlers = (world: World, resource: ResourceName) => {
  const { path, title } = contract[resource]
  const one = `${path}:id/`
  const found = ({ params }: Call, row: AnyRow, status = 200) =>
    HttpResponse.json(expanded(world, resource, row, expandOf(resource, params)), { status })
  const missing = () => refusal(404, `${title} not found.`, 'not_found')

  const bodyOf = async (request: Request): Promise<AnyRow> => {
    const isForm = request.headers.get('Content-Type')?.startsWith('multipart/form-data')
    if (!isForm) return (await request.json()) as AnyRow
    const form = await request.formData()
    return resource === 'files' ? fileBody(form) : logoBody(form)
  }

  const create = async (call: Call) => {
    const body = await bodyOf(call.request)
    const key = call.request.headers.get('Idempotency-Key')
    const known = key === null ? undefined : world.created.get(key)
    if (known) return found(call, known, 201)
    const duplicate = duplicateOf(world, resource, body)
    if (duplicate)
      return refusal(409, 'already linked', 'duplicate', {
        fields: { [duplicate.end]: 'already linked' },
        current: duplicate.row,
      })
    const row = addRow(world, resource, body)
    if (resource === 'creditSetups') requestCredit(world, row)
    if (resource === 'quotes') fillQuote(world, row as unknown as Row<'quotes'>)
    if (key !== null) world.created.set(key, row)
    return found(call, row, 201)
  }

  const change = async (call: Call) => {
    const row = findRow(world, resource, call.id)
    if (!row) return missing()
    const version = call.request.headers.get('If-Match')
    if (version !== null && version !== `"${String(row['version'])}"`)
      return refusal(409, `${title} was changed by somebody else meanwhile.`, 'stale_version', {
        current: row,
      })
    return found(call, changeRow(row, keptOf(resource, await bodyOf(call.request))))
  }

  const remove = ({ id }: Call) =>
    removeRow(world, resource, id) ? new HttpResponse(null, { status: 204 }) : missing()

  const purge = ({ id }: Call) =>
    purgeRow(world, resource, id) ? new HttpResponse(null, { status: 204 }) : missing()

  const restore = (call: Call) => {
    const row = restoreRow(world, resource, call.id)
    return row ? found(call, row) : missing()
  }

  return [
    guarded(world, path, ({ params }) => HttpResponse.json(listed(world, resource, params))),
    guarded(world, path, create, 'post'),
    // The scheduler's own path to the same store.
    ...(resource === 'activities' ? [guarded(world, eventPath, create, 'post')] : []),
    guarded(world, `${path}trash/`, ({ params }) =>
      HttpResponse.json(listed(trashOf(world, resource), resource, params)),
    ),
    guarded(world, `${path}duplicates/`, ({ params }) =>
      HttpResponse.json(duplicatesIn(world, resource, params)),
    ),
    guarded(world, one, (call) => {
      const row = findRow(world, resource, call.id)
      return row ? found(call, row) : missing()
    }),
    guarded(world, one, change, 'put'),
    guarded(world, one, change, 'patch'),
    guarded(world, one, remove, 'delete'),
    guarded(world, `${one}restore/`, restore, 'post'),
    guarded(world, `${path}trash/:id/`, purge, 'delete'),
  ]
}

/** Stores the sent copy of a message, once for each key; nothing is delivered. */
const sendMessage = async (world: World, { request }: Call) => {
  const key = request.headers.get('Idempotency-Key') ?? ''
  const known = world.created.get(key)
  if (known) return HttpResponse.json(known, { status: 201 })
  const form = request.headers.get('Content-Type')?.startsWith('multipart/form-data')
    ? await request.formData()
    : null
  const { message: part, file } = messageRequest.form
  const body = (form ? JSON.parse(form.get(part) as string) : await request.json()) as AnyRow
  const answered = world.tables.messages.find(({ message_id }) => message_id === body['in_reply_to'])
  const message_id = `sent-${world.tables.messages.length + 1}@basin.example`
  const row = addRow(world, 'messages', {
    ...body,
    message_id,
    direction: 'sent',
    from: world.participants.slice(0, 1),
    is_read: true,
    sent_at: '2026-03-07T18:30:00.000Z',
    owner: world.tables.users[0]?.id,
    is_shared: false,
    thread: answered?.thread ?? message_id,
  })
  const files = ((form?.getAll(file) ?? []) as File[]).map(({ name, size, type }) =>
    addRow(world, 'messageAttachments', {
      message: row['id'],
      filename: name,
      size,
      media_type: type || 'application/octet-stream',
      file: '/nylas/attachments/content/?expires=1&signature=s',
    }),
  )
  row['attachments'] = files.map(({ id }) => id)
  world.created.set(key, row)
  return HttpResponse.json(row, { status: 201 })
}

/** A report of which nothing was won or lost. */
const emptyWonReport: WonReport = {
  total: { won: 0, won_volume: 0, lost: 0, lost_volume: 0 },
  median_days: null,
  months: [],
  brokers: [],
  sales_people: [],
}

/** A day that asks for nothing. */
export const emptyDay: DayAnswer = {
  day: '2026-01-05',
  time_zone: 'America/New_York',
  due_today: 0,
  overdue: 0,
  quotes_expiring: 0,
  notices: 0,
  late_enrollments: 0,
  ready: 0,
}

/** The comparison of quotes, their actions, and strips of curves. */
const quoteHandlers = (world: World): HttpHandler[] => {
  const { path } = contract.quotes
  const act = (name: string, work: (quote: Row<'quotes'>, body: AnyRow) => Response | null) =>
    guarded(
      world,
      `${path}:id/${name}/`,
      async ({ request, id }) => {
        const quote = world.tables.quotes.find(({ quote_id }) => quote_id === id)
        if (!quote) return refusal(404, 'Quote not found.', 'not_found')
        const current = () => ({ ...quote, state: quoteState(quote, new Date().toISOString()) })
        const body = (await request.json()) as AnyRow
        if (body['version'] !== quote.version)
          return refusal(409, 'Quote was changed by somebody else meanwhile.', 'stale_version', {
            current: current(),
          })
        return work(quote, body) ?? HttpResponse.json(current())
      },
      'post',
    )
  const compared = (path: string, bidsOf: (id: number) => readonly number[]) =>
    guarded(world, path, ({ params, id }) => {
      const unit = (params.get('unit') ?? 'dth') as GasUnit
      const results = bidsOf(id).flatMap((bid) => comparisonOf(world, bid, unit))
      const [user] = world.tables.users
      const shown =
        user?.user_type === 'customer' ? results.map((each) => ({ ...each, commission: null })) : results
      return HttpResponse.json({ count: shown.length, results: shown })
    })
  return [
    compared(comparisonPath(':id'), (id) => [id]),
    compared(opportunityComparisonPath(':id'), (id) =>
      world.tables.bids.filter(({ opportunity }) => opportunity === id).map(({ bid_id }) => bid_id),
    ),
    guarded(world, quoteSummariesPath, ({ params }) => {
      const results = summariesOf(world, (params.get('ids') ?? '').split(',').map(Number))
      return HttpResponse.json({ count: results.length, results })
    }),
    guarded(world, dayPath, () => HttpResponse.json(emptyDay)),
    guarded(world, wonReportPath, () => HttpResponse.json(emptyWonReport)),
    guarded(world, stripPath(':id'), ({ params, id }) => {
      const strip = stripOf(world, id, params.get('from'), Number(params.get('months') ?? 12))
      return 'end' in strip ? refusal(400, strip.end, 'invalid') : HttpResponse.json(strip)
    }),
    act(quoteActions.award, (quote, { reason }) => {
      const why = awardRefusal(world, quote)
      if (why !== null) return refusal(409, why, 'refused', { current: quote as unknown as AnyRow })
      const best = comparisonOf(world, quote.bid, 'dth').find(
        (each) => each.quote.quote_id === quote.quote_id,
      )?.best
      if (!best && typeof reason !== 'string')
        return refusal(400, 'reason: Say why this quote was chosen.', 'invalid', {
          fields: { reason: 'Say why this quote was chosen.' },
        })
      awardIn(world, quote, 1, typeof reason === 'string' ? reason : null)
      return null
    }),
    act(quoteActions.revokeAward, (quote) => {
      for (const other of world.tables.quotes)
        if (other.bid === quote.bid && other.lost_at !== null) changeRow(other, { lost_at: null })
      changeRow(quote, { awarded_at: null, awarded_by: null, award_reason: null })
      return null
    }),
    act(quoteActions.withdraw, (quote) => {
      changeRow(quote, { withdrawn_at: new Date().toISOString() })
      return null
    }),
  ]
}

const sumOf = (rows: readonly AnyRow[], name: string) =>
  rows.reduce((sum, row) => sum + ((row[name] as number | undefined) ?? 0), 0)

/** The views that the user has chosen; those of a world are rows beside its views. */
const viewChoiceHandlers = (world: World): HttpHandler[] => {
  const chosen = new Map<number, Pick<ViewChoice, 'is_default' | 'is_pinned'>>()
  const answer = () => {
    const results = world.tables.views.flatMap(({ view_id, list, name, query }): ViewChoice[] => {
      const choice = chosen.get(view_id)
      return choice ? [{ view: view_id, list, name, query, ...choice }] : []
    })
    return HttpResponse.json({ count: results.length, results })
  }
  return [
    guarded(world, viewChoicesPath, answer),
    guarded(
      world,
      viewChoicePath(':id'),
      async ({ request, id }) => {
        const choice = (await request.json()) as Pick<ViewChoice, 'is_default' | 'is_pinned'>
        if (choice.is_default) for (const other of chosen.values()) other.is_default = false
        chosen.set(id, choice)
        return answer()
      },
      'put',
    ),
  ]
}

/** The totals of the board, in the unit of the rows. */
const stageHandlers = (world: World): HttpHandler[] => [
  guarded(world, stageTotalsPath, ({ params }) => {
    const all = listed(
      world,
      'opportunities',
      new URLSearchParams({ ...Object.fromEntries(params), limit: '9999' }),
    )
    const results = [null, ...stages].map((stage): StageTotals => {
      const rows = all.results.filter((row) => (row['stage'] ?? null) === stage)
      return { stage, count: rows.length, annual_volume: sumOf(rows, 'sales_annual_volume_manual') }
    })
    return HttpResponse.json({ count: results.length, results })
  }),
]

/** The actions of contracts, and what their amendments changed. */
const contractHandlers = (world: World): HttpHandler[] => {
  const { path } = contract.contracts
  const amendments = new Map<unknown, ContractAmendment[]>()
  const work: Record<keyof typeof contractActions, (row: AnyRow, body: AnyRow) => AnyRow> = {
    sign: (_row, { signed_on }) => ({ signed_on }),
    amend: (row, { effective_on, reason, fields }) => {
      const before = Object.fromEntries(Object.keys(fields as AnyRow).map((name) => [name, row[name]]))
      const amendment = { effective_on, reason, before, created_by: 1, created_at: new Date().toISOString() }
      const known = amendments.get(row['contract_id']) ?? []
      amendments.set(row['contract_id'], [amendment as ContractAmendment, ...known])
      return fields as AnyRow
    },
    terminate: (_row, { terminated_on, reason }) => ({ terminated_on, termination_reason: reason }),
    renew: () => ({
      renewal: addRow(world, 'opportunities', { opportunity_name: 'Renewal' })['opportunity_id'],
    }),
  }
  const acts = Object.values(contractActions).map((name) =>
    guarded(
      world,
      `${path}:id/${name}/`,
      async ({ request, id }) => {
        const row = findRow(world, 'contracts', id)
        if (!row) return refusal(404, 'Contract not found.', 'not_found')
        const body = (await request.json()) as AnyRow
        const { quote, signed_on } = row as unknown as Row<'contracts'>
        const hasAccount = world.tables.contractAccounts.some(({ contract: of }) => of === id)
        if (name === 'sign' && !hasAccount) return refusal(409, accountNeeded, 'refused', { current: row })
        if (name === 'sign' && quote !== null && signed_on === null && body['price_confirmed'] !== true)
          return refusal(409, 'The price was valid until 2026-03-02 at 17:00.', 'refused', { current: row })
        return HttpResponse.json(changeRow(row, work[name](row, body)))
      },
      'post',
    ),
  )
  return [
    ...acts,
    guarded(world, renewalsPath, ({ params }) => {
      const all = listed(
        world,
        'contracts',
        new URLSearchParams({ ...Object.fromEntries(params), limit: '999' }),
      )
      const results = renewalBuckets.map((bucket): RenewalTotals => {
        const rows = all.results.filter((row) => row['bucket'] === bucket)
        return {
          bucket,
          contracts: rows.length,
          annual_dth: sumOf(rows, 'annual_dth'),
          yearly_fee: sumOf(rows, 'yearly_fee'),
          without_volume: rows.filter((row) => (row['annual_dth'] ?? null) === null).length,
          notice_soon: 0,
        }
      })
      return HttpResponse.json({ count: results.length, results })
    }),
    guarded(world, contractAmendmentsPath(':id'), ({ id }) => {
      const results = amendments.get(id) ?? []
      return HttpResponse.json({ count: results.length, results })
    }),
  ]
}

/**
 * The mocked server: answers from the world like the real one from its database. Each handler remembers where it was
 * made, for messages; without stacks, whose reading is a tenth of a test's time.
 */
export const handlersFor = (world: World): HttpHandler[] => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return handlersOf(world)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const handlersOf = (world: World): HttpHandler[] => [
  http.post<never, Credentials>(at(credentials.path), async ({ request }) => {
    const { username, password } = await request.json()
    const user = world.tables.users.find((known) => known.username === username)
    if (!user || world.passwords[username] !== password) {
      return refusal(401, 'Wrong username or password.', 'wrong_credentials')
    }
    const { id } = user
    return HttpResponse.json<SignInAnswer>({ ...issue(world), user: { id, username } })
  }),
  http.post<never, RefreshRequest>(at(refreshRequest.path), async ({ request }) => {
    const { refresh } = await request.json()
    const successor = world.successors.get(refresh)
    if (successor && world.refresh.has(successor.refresh)) return HttpResponse.json<TokenAnswer>(successor)
    if (!world.refresh.delete(refresh)) return refusal(401, 'The session has ended.', 'session_over')
    world.refreshes += 1
    const issued = issue(world)
    world.successors.set(refresh, issued)
    return HttpResponse.json<TokenAnswer>(issued)
  }),
  http.post<never, RefreshRequest>(at(revokePath), async ({ request }) => {
    world.refresh.delete((await request.json()).refresh)
    return new HttpResponse(null, { status: 204 })
  }),
  http.get(at(replacedSourceNamesPath), () =>
    HttpResponse.json<ReplacedSourceNames>({ count: null, replaced_at: null }),
  ),
  ...(Object.keys(contract) as ResourceName[])
    .filter(hasHistory)
    .map((resource) =>
      http.get(at(timelinePath(resource, ':id')), () =>
        HttpResponse.json<TimelineAnswer>({ results: [], next: null }),
      ),
    ),
  http.get(at(notificationsPath), () =>
    HttpResponse.json<NotificationsAnswer>({ unread: 0, is_more: false, results: [] }),
  ),
  ...followedResources.map((resource) =>
    http.get(at(followPath(resource, ':id')), () => HttpResponse.json<Following>({ following: false })),
  ),
  ...mergedResources.flatMap((resource) => [
    http.get(at(duplicatePairsPath(resource)), () =>
      HttpResponse.json<DuplicatePairsAnswer<never>>({ count: 0, pairs: [], results: [] }),
    ),
    http.get(at(mergePath(resource, ':id')), () => HttpResponse.json<MergePreview>({ moves: [] })),
  ]),
  http.get(at(mergesPath), () => HttpResponse.json<ListAnswer<Merge>>({ count: 0, results: [] })),
  http.get(at(apiTokensPath), () => HttpResponse.json<ApiTokens>({ count: 0, results: [] })),
  http.get(at(notificationSettingsPath), () =>
    HttpResponse.json<NotificationSettings>({
      muted: [],
      digest: false,
      sign_in_mail: true,
      can_mail: false,
    }),
  ),

  http.get(at(secondFactorPath), () =>
    HttpResponse.json<SecondFactors>({
      can_have: true,
      can_have_passkeys: false,
      app_since: null,
      recovery_codes_left: 0,
      passkeys: [],
    }),
  ),

  http.get(at(installationPath), () => HttpResponse.json(world.installation)),
  // Directory sign-ins are those of the first user.
  http.get(at(directoryCompletePath(':provider')), () => {
    const { id = 0, username = '' } = world.tables.users[0] ?? {}
    return HttpResponse.json<SignInAnswer>({ ...issue(world), user: { id, username } })
  }),
  guarded(world, currentUserPath, ({ params }) => {
    const [user] = world.tables.users
    return user
      ? HttpResponse.json(expanded(world, 'users', user, expandOf('users', params)))
      : refusal(401, 'Nobody is signed in.')
  }),
  guarded(world, participantsPath, ({ params }) => {
    const isMatch = searchMatcher(params.get('q') ?? '')
    const [limit, offset] = ['limit', 'offset'].map((name) => Number(params.get(name) ?? 0)) as [
      number,
      number,
    ]
    const found = world.participants.filter((person) => isMatch([person.email, personName(person)]))
    return HttpResponse.json({ count: found.length, results: found.slice(offset, offset + limit) })
  }),
  ...quoteHandlers(world),
  ...viewChoiceHandlers(world),
  ...stageHandlers(world),
  ...contractHandlers(world),
  guarded(world, messageRequest.path, (call) => sendMessage(world, call), 'post'),
  ...(Object.keys(contract) as ResourceName[]).flatMap((resource) => resourceHandlers(world, resource)),
]
