import fc from 'fast-check'
import {
  unknownParametersIn,
  pageSizes,
  normalizedViewQuery,
  readListState,
  reduceListState,
  viewQueryOf,
  writeListState,
  type ListAction,
  type ListState,
} from './listState'

const rules = {
  orderings: ['name', 'created_at'],
  defaultOrdering: 'name',
  filters: ['tags', 'owner'],
  shapes: { board: { defaultOrdering: 'created_at' }, calendar: { hasMonth: true } },
} as const
const atFirst: ListState = {
  ...{ page: 1, size: 10, sort: 'name', q: '', filters: {} },
  ...{ shape: null, month: null, view: null },
}
const read = (query: string) => readListState(new URLSearchParams(query), rules)
const after = (state: Partial<ListState>, action: ListAction) =>
  reduceListState({ ...atFirst, ...state }, action, rules)

describe('the state of a list', () => {
  it('[LIST-1, LIST-5] is at its defaults in an empty address', () => {
    expect(read('')).toEqual(atFirst)
    expect(writeListState(atFirst, rules)).toBe('')
  })

  it('[LIST-5] is read from the address', () => {
    expect(read('q=+deal+&sort=-created_at&size=50&page=3')).toEqual({
      page: 3,
      size: 50,
      sort: '-created_at',
      q: 'deal',
      filters: {},
      shape: null,
      month: null,
      view: null,
    })
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=99999999999',
    'page=',
    'page=1e3',
    'size=11',
    'size=0',
    'size=ten',
    'size=10.5',
    'size=-25',
    'sort=password',
    'sort=--name',
    'sort=-',
    'sort=name,created_at',
    'q=%20%20',
    'shape=pie',
    'shape=toString',
    'month=2026-11',
    'shape=',
  ])('[LIST-5] counts %s as not given', (query) => {
    expect(read(query)).toEqual(atFirst)
  })

  it('cuts searches that are longer than the server takes', () => {
    expect(read(`q=${'a'.repeat(300)}`).q).toHaveLength(255)
  })

  it('[LIST-5] survives being written to the address and read again', () => {
    const state = fc.record({
      page: fc.integer({ min: 1, max: 9999 }),
      size: fc.constantFrom(...pageSizes),
      sort: fc.constantFrom('name', '-name', 'created_at', '-created_at'),
      q: fc.string({ maxLength: 80, unit: 'grapheme' }).map((q) => q.trim().slice(0, 255)),
      filters: fc.dictionary(fc.constantFrom('tags', 'owner'), fc.string({ minLength: 1, maxLength: 20 })),
      ...{ shape: fc.constantFrom(null, 'board'), month: fc.constant(null) },
      view: fc.option(fc.integer({ min: 1, max: 9_999_999 })),
    })
    fc.assert(fc.property(state, (given) => expect(read(writeListState(given, rules))).toEqual(given)))
  })

  it('[BOARD-3] has a shape, with an order and a month of its own', () => {
    const board = after({ page: 4 }, { type: 'shapeChosen', shape: 'board' })
    expect(board).toEqual({ ...atFirst, shape: 'board', sort: 'created_at' })
    expect(writeListState(board, rules)).toBe('shape=board')
    expect(after(board, { type: 'shapeChosen', shape: null })).toEqual(atFirst)
    // An order that was chosen stays.
    expect(after({ sort: '-name' }, { type: 'shapeChosen', shape: 'board' }).sort).toBe('-name')
    const month = after({ shape: 'calendar' }, { type: 'monthChosen', month: '2027-01' })
    expect(writeListState(month, rules)).toBe('shape=calendar&month=2027-01')
    expect(read('shape=calendar&month=2027-01')).toEqual(month)
    expect(read('shape=calendar&month=2027-13').month).toBeNull()
    expect(after(month, { type: 'shapeChosen', shape: 'board' }).month).toBeNull()
    // A view keeps the shape, and no month.
    expect(viewQueryOf(month, rules)).toBe('shape=calendar')
  })

  it('[LIST-4] cycles through ascending, descending and the default', () => {
    const click = (state: ListState, column: string) =>
      reduceListState(state, { type: 'headerClicked', column }, rules)
    const ascending = click(atFirst, 'created_at')
    const descending = click(ascending, 'created_at')
    expect([ascending.sort, descending.sort, click(descending, 'created_at').sort]).toEqual([
      'created_at',
      '-created_at',
      'name',
    ])
    expect([click(atFirst, 'name').sort, click(click(atFirst, 'name'), 'name').sort]).toEqual([
      '-name',
      'name',
    ])
  })

  it('[LIST-4] cycles between descending and ascending where descending is the default', () => {
    const newestFirst = { ...rules, defaultOrdering: '-created_at' }
    const click = (sort: string) =>
      reduceListState({ ...atFirst, sort }, { type: 'headerClicked', column: 'created_at' }, newestFirst).sort
    expect([click('-created_at'), click('created_at'), click('name')]).toEqual([
      'created_at',
      '-created_at',
      'created_at',
    ])
  })

  it('goes to page 1 with a new search and a new order', () => {
    expect(after({ page: 4 }, { type: 'searched', q: ' x ' })).toEqual({ ...atFirst, q: 'x' })
    expect(after({ page: 4 }, { type: 'headerClicked', column: 'created_at' }).page).toBe(1)
    expect(after({ page: 4 }, { type: 'sortChosen', sort: '-name' })).toEqual({ ...atFirst, sort: '-name' })
  })

  it('[VIEW-2] takes search, filters and sort of a view that is opened, and keeps the size of the page', () => {
    const opened = after(
      { page: 4, size: 50, q: 'x', filters: { owner: '1' } },
      { type: 'viewOpened', view: 7, query: 'tags=3&sort=-name&page=9&size=100&other=1' },
    )
    expect(opened).toEqual({ ...atFirst, size: 50, sort: '-name', filters: { tags: '3' }, view: 7 })
    expect(after(opened, { type: 'viewOpened', view: null, query: null })).toEqual({ ...atFirst, size: 50 })
  })

  it('[VIEW-2] is kept as a view without page, size and the view that it began with', () => {
    const state = read('page=3&size=50&view=7&tags=3&q=mill')
    expect(state.view).toBe(7)
    expect(viewQueryOf(state, rules)).toBe('q=mill&tags=3')
    expect(normalizedViewQuery('tags=3&unknown=1&q=mill&page=2', rules)).toBe('q=mill&tags=3')
    expect(read('view=x').view).toBeNull()
  })

  it('[LIST-5] is narrowed by the filters that the resource has, from its first page on', () => {
    const narrowed = after({ page: 4 }, { type: 'filtered', name: 'tags', value: '7' })
    expect(narrowed).toEqual({ ...atFirst, filters: { tags: '7' } })
    expect(writeListState(narrowed, rules)).toBe('tags=7')
    expect(read('tags=7&colour=red')).toEqual(narrowed)
    expect(reduceListState(narrowed, { type: 'filtered', name: 'tags', value: null }, rules)).toEqual(atFirst)
  })

  it.each([
    ['status', ['todo', 'todo,done'], ['open', 'todo,', 'todo, done', 'Todo', ',']],
    ['owner', ['7', '123456789'], ['0', '-1', '1.5', 'me', '7,8', '1234567890', '07']],
    ['done', ['true', 'false'], ['1', 'yes', 'True']],
    ['number', ['12-3456789', 'x'], []],
    ['show', ['all', 'x'], []],
  ])('[LIST-5] is narrowed by %s only to what that can be', (name, possible, impossible) => {
    const fields = {
      status: { kind: 'choice', options: ['todo', 'done'] },
      owner: { kind: 'one' },
      done: { kind: 'boolean' },
      number: { kind: 'text' },
    }
    const given = (value: string) =>
      readListState(new URLSearchParams({ [name]: value }), {
        ...rules,
        filters: [...Object.keys(fields), 'show'],
        fields,
      }).filters
    for (const value of possible) expect(given(value)).toEqual({ [name]: value })
    for (const value of impossible) expect(given(value)).toEqual({})
  })

  it.each([
    ['owner', ['me', '7,8'], ['you', '7,']],
    ['owner_empty', ['true'], ['yes']],
    ['tags', ['7,8'], ['me']],
    ['tags_all', ['7,8'], ['x']],
    ['name_contains', ['a, b'], []],
    ['name_equals', ['a, b'], []],
    ['volume_from', ['-1.5', '0'], ['many', ' ']],
    ['due_to', ['2026-11-30'], ['today', '11/30/2026']],
    ['due_is', ['overdue', 'none'], ['last_7', 'tomorrow']],
    ['made_is', ['last_7'], ['overdue', 'none']],
    ['name', [], ['mill']],
  ])('[VIEW-1] is filtered by %s only to what that can be', (name, possible, impossible) => {
    const fields = {
      owner: { kind: 'one', to: 'users' },
      tags: { kind: 'many', to: 'tags' },
      name: { kind: 'text' },
      volume: { kind: 'number' },
      due: { kind: 'date' },
      made: { kind: 'timestamp', required: true },
    } as const
    const given = (value: string) =>
      readListState(new URLSearchParams({ [name]: value }), {
        ...{ orderings: ['name'], defaultOrdering: 'name' },
        filterable: Object.keys(fields),
        fields,
      }).filters
    for (const value of possible) expect(given(value)).toEqual({ [name]: value })
    for (const value of impossible) expect(given(value)).toEqual({})
  })

  it('takes no filter that is given twice or much too long', () => {
    expect(read(`tags=7&tags=8&owner=${'x'.repeat(256)}`)).toEqual(atFirst)
  })

  it.each([
    ['tags=7&sort=-name&q=x&page=x&size=11&view=x&month=1', []],
    ['utm_source=mail&utm_campaign=x&gclid=1&fbclid=2&mc_eid=3', []],
    ['tags=&owner=&sort=&shape=', []],
    ['foo=bar&tags=7', ['foo=bar']],
    ['volume_from=many&sort=password&shape=pie', ['volume_from=many', 'sort=password', 'shape=pie']],
    ['tags=7&tags=8', ['tags=7', 'tags=8']],
    ['%%%', ['%%%']],
    [`foo=${'x'.repeat(300)}`, [`foo=${'x'.repeat(56)}…`]],
  ])('[VIEW-1] %s: says what it leaves out', (query, leftOut) => {
    const fields = { volume: { kind: 'number' } }
    const params = new URLSearchParams(query)
    expect(unknownParametersIn(params, { ...rules, fields, filterable: ['volume'] })).toEqual(leftOut)
  })

  it('stays on its page when the search is the same', () => {
    expect(after({ page: 4, q: 'x' }, { type: 'searched', q: 'x ' }).page).toBe(4)
  })

  it.each([
    [4, 10, 25, 2],
    [2, 25, 10, 3],
    [1, 10, 100, 1],
    [3, 100, 10, 21],
  ] as const)(
    '[LIST-1] keeps the first row in sight: page %d of %d rows becomes, with %d rows, page %d',
    (page, from, size, to) => {
      expect(after({ page, size: from }, { type: 'sizeChosen', size })).toMatchObject({ size, page: to })
    },
  )
})
