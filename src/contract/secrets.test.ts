import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Field } from './fields'
import { unambiguousSecretNames, secretNames, secretNamesIn } from './secrets'

/** Every declaration of fields that a module of the contract exports: resources and calls. */
const declared = readdirSync(__dirname)
  .filter((file) => file.endsWith('.ts') && !/test|secrets/.test(file))
  .flatMap((file) =>
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- all of the folder's modules
    Object.values(require(path.join(__dirname, file)) as Record<string, unknown>),
  )
  .flatMap((value) =>
    typeof value === 'object' && value !== null && 'fields' in value
      ? Object.entries(value.fields as Readonly<Record<string, Field>>)
      : [],
  )

describe('what the contract calls secret', () => {
  it('[TRUST-47] is known of every declaration, of plain calls as of resources', () => {
    const marked = declared.filter(([, { secret }]) => secret).map(([name]) => name)
    expect(marked).toEqual(expect.arrayContaining(['password', 'refresh', 'code', 'file', 'secret_address']))
    expect(marked.filter((name) => !secretNames.has(name))).toEqual([])
  })

  it('[TRUST-47] is whatever is named like a secret', () => {
    const named = declared.filter(([name]) =>
      /passw|token|secret|signature|credential|otp|pin_code|one_time/i.test(name),
    )
    expect(named.filter(([, { secret }]) => !secret).map(([name]) => name)).toEqual([])
  })

  it('[TRUST-47] tells a code of consent from the code of an error, and a state to guess from one to live in', () => {
    expect(unambiguousSecretNames.has('code')).toBe(false)
    expect(secretNamesIn(['code', 'state'])).toEqual(['code', 'state'])
    expect(secretNamesIn(['provider', 'code', 'state', 'requestUri'])).toEqual(['code', 'state'])
    expect(secretNamesIn(['status', 'code', 'detail'])).toEqual([])
    expect(secretNamesIn(['city', 'state'])).toEqual([])
  })
})
