import { anOrganization } from '../../../testing/builders'
import { changeBody, creationBody, movesAddress, schema, valuesFrom } from './values'

const none = valuesFrom(undefined)
const address = { address_street: '12 Harbor Road', city: 'Larkfield', state: 'OH', zip_code: '60601' }
const stored = anOrganization({
  naics: ['331511', '3315'],
  last_verification_date: '2026-03-01T17:45:00.000Z',
  dba: 'Harbor',
})
const begun = valuesFrom(stored, address)

/** The errors of values, by field. */
const problemsOf = async (values: Partial<typeof none>): Promise<Record<string, string>> => {
  try {
    await schema.validate({ ...none, name: 'Harbor Mills', state: 'OH', ...values }, { abortEarly: false })
    return {}
  } catch (cause) {
    const { inner } = cause as { inner: { path: string; message: string }[] }
    return Object.fromEntries(inner.map(({ path, message }) => [path, message]))
  }
}

describe('the rules of the organization form', () => {
  const url = 'You should provide a valid URL.'
  it.each([
    [{}, {}],
    [
      { name: ' ', state: '' },
      { name: 'This field is required', state: 'This field is required' },
    ],
    [
      { web_page: 'no', linkedin: 'no', facebook: 'no', twitter: 'no', glassdoor: 'no' },
      { web_page: url, linkedin: url, facebook: url, twitter: url, glassdoor: url },
    ],
    [{ email: 'no' }, { email: 'You should provide a valid email.' }],
    [{ phone: '312-555' }, { phone: 'You should provide a phone number (###-###-####)' }],
    [{ zip_code: '60601-12345' }, { zip_code: 'At most 10 characters.' }],
    [{ dba: 'x'.repeat(256) }, { dba: 'At most 255 characters.' }],
    [{ naics: ['33', '', '331511'] }, {}],
    [{ naics: ['3'] }, { naics: 'Enter codes of 2 to 6 digits.' }],
    [{ founding_year: 87 }, { founding_year: 'Must be 1000 or more.' }],
  ])('[ORG-3] %j', async (values, problems) => {
    expect(await problemsOf(values)).toEqual(problems)
  })
})

describe('what is sent of an organization', () => {
  it('[ORG-3, ORG-4] of a new one what has been given: the state as its code, the verification as a moment', () => {
    const values = { ...none, ...address, name: ' Harbor Mills ', naics: ['33', '', '3315'] }
    expect(creationBody(values)).toEqual({ ...address, name: 'Harbor Mills', naics: ['33', '3315'] })
    expect(creationBody({ ...values, last_verification_date: '2026-12-31' })).toMatchObject({
      last_verification_date: '2026-12-31T00:00:00.000Z',
    })
  })

  it('[ORG-3] of a change what differs; the moment of a day that stays is left alone', () => {
    expect(begun).toMatchObject({ ...address, last_verification_date: '2026-03-01' })
    expect(changeBody(begun, begun)).toEqual({})
    expect(changeBody({ ...begun, dba: '', naics: ['331511'], city: 'Rome' }, begun)).toEqual({
      dba: null,
      naics: ['331511'],
      city: 'Rome',
    })
    expect(changeBody({ ...begun, last_verification_date: null }, begun)).toEqual({
      last_verification_date: null,
    })
  })

  it.each([
    [{ city: 'Rome' }, true],
    [{ dba: null }, false],
  ])('[ORG-4] knows whether the first address is concerned: %j', (body, isConcerned) => {
    expect(movesAddress(body)).toBe(isConcerned)
  })
})
