import { parse } from 'yaml'
import { turnsDuring } from '../testing/turns'
import { yamlOf } from './yamlOf'

test('[TRUST-23] other requests get their turns while a document is converted to YAML', async () => {
  const document = Array.from({ length: 5_000 }, (_, id) => ({ id, title: `No. ${id}`, tags: ['no', '1'] }))
  let yaml = ''
  const turns = await turnsDuring(async () => {
    yaml = await yamlOf(JSON.stringify(document))
  })
  expect(turns).toBeGreaterThan(100)
  expect(parse(yaml)).toEqual(document)
})

test('[TRUST-23] what cannot be converted is an error, not a wait', async () => {
  await expect(yamlOf('{')).rejects.toThrow('JSON')
})
