import { listTags, rowTags } from './cacheTags'

const found = { resource: 'tags', ids: [3, 5], count: 9 } as const

describe('cache tags', () => {
  it('of a list are its rows and its being complete', () => {
    expect(listTags('tags')({ ...found, ids: [3, 5] })).toEqual([
      { type: 'tags', id: 3 },
      { type: 'tags', id: 5 },
      { type: 'tags', id: 'LIST' },
    ])
  })

  it('of a record are the record', () => {
    expect(rowTags('tags')({ ...found, ids: [3] })).toEqual([{ type: 'tags', id: 3 }])
  })

  it('of an error are none', () => {
    expect(listTags('tags')(undefined)).toEqual([])
    expect(rowTags('tags')(undefined)).toEqual([])
  })
})
