import { ValidationError } from 'yup'
import { choice, integer, number, one, options, text } from '../../contract/fields'
import { schemaOf } from './schemaOf'

const order = {
  fields: {
    name: text(),
    kind: choice(['gas', 'power'], { required: true }),
    holder: one('users', { required: true, requiredMessage: 'Select a valid holder.' }),
    terms: options([12, 24], { required: true }),
    volume: number({ min: 0 }),
    sites: integer({ min: 0 }),
    email: text({ format: 'email' }),
    color: text({ format: 'color', required: true }),
  },
} as const
const schema = schemaOf(order, ['name', 'kind', 'holder', 'terms', 'volume', 'sites', 'email', 'color'])
const good = {
  name: '',
  kind: 'gas',
  holder: 4,
  terms: [12],
  volume: null,
  sites: null,
  email: '',
  color: '#0aF',
}

const problemsOf = (changes: object): Record<string, string> => {
  try {
    schema.validateSync({ ...good, ...changes }, { abortEarly: false })
    return {}
  } catch (cause) {
    if (!(cause instanceof ValidationError)) throw cause
    return Object.fromEntries(cause.inner.map(({ path, message }) => [path ?? '', message]))
  }
}

describe('the rules of a form', () => {
  it('take what the contract takes', () => {
    expect(problemsOf({})).toEqual({})
    expect(problemsOf({ volume: 0.5, sites: 0, name: undefined, email: undefined })).toEqual({})
  })

  it('[K8] ignore invisible characters, which the server removes', () => {
    expect(problemsOf({ email: 'a\u200B@x.example', name: `${'x'.repeat(255)}\u202E` })).toEqual({})
  })

  it.each([
    [{ kind: null }, { kind: 'This field is required' }],
    [{ holder: null }, { holder: 'Select a valid holder.' }],
    [{ holder: undefined }, { holder: 'Select a valid holder.' }],
    [{ terms: [] }, { terms: 'This field is required' }],
    [{ volume: -1 }, { volume: 'Must be 0 or more.' }],
    [{ volume: 'a lot' }, { volume: 'Enter a number.' }],
    [{ volume: '0x10' }, { volume: 'Enter a number.' }],
    [{ volume: '1234567890123456' }, { volume: 'At most 15 digits.' }],
    [{ volume: 1e15 }, { volume: 'At most 15 digits.' }],
    [{ volume: 1e12 + 1 }, { volume: 'Must be 1,000,000,000,000 or less.' }],
    [{ sites: 3e9 }, { sites: 'Must be 2,147,483,647 or less.' }],
    [{ sites: 1.5 }, { sites: 'Enter a whole number.' }],
    [{ name: 'x'.repeat(256) }, { name: 'At most 255 characters.' }],
    [{ email: 'nobody' }, { email: 'You should provide a valid email.' }],
    [{ color: 'blue' }, { color: 'Enter a hex colour such as #222 or #1f6feb.' }],
    [{ color: '  ' }, { color: 'This field is required' }],
    [{ name: 'In\nner' }, { name: 'Must be one line without control characters.' }],
    [{ color: '\u3164' }, { color: 'This field is required' }],
  ])('refuse %j in the words of the contract', (changes, problems) => {
    expect(problemsOf(changes)).toMatchObject(problems)
  })
})
