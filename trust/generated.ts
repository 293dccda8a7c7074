import fc from 'fast-check'
import { createAnswerValidator, type ApiDocument } from '../server/testing/apiDocument'
import { anyRequest } from '../server/testing/generatedRequests'
import { newOutcome, withProduct, type Check } from './check'
import { createClient } from './client'

/** Requests generated at a time, from one seed. */
const portion = 200
const atOnce = 4

/** Requests over all routes, sensible or not: none is answered by 5xx, and each as the API document says (TRUST-40). */
export const generated: Check = {
  name: 'generated requests',
  run: async (setting) => {
    const outcome = newOutcome()
    await withProduct(
      setting,
      async ({ url }) => {
        const client = createClient(url)
        const { body: document } = await client.send<ApiDocument>('GET', '/api/schema/')
        const validator = await createAnswerValidator(document)
        const requests = anyRequest(document)
        while (outcome.operations < setting.requests || setting.hasTime()) {
          const seed = setting.seed + outcome.rounds
          const left = fc.sample(requests, { seed, numRuns: portion })
          const send = async () => {
            for (let request = left.pop(); request; request = left.pop()) {
              const { method, path, body, headers } = request
              const answer = await client.send(method, path, {
                headers,
                ...(body === undefined ? {} : { body }),
              })
              const contentType = answer.headers.get('content-type')
              const fault = validator.fault({
                method,
                path,
                status: answer.status,
                contentType,
                body: answer.body,
              })
              if (answer.status >= 500 || fault !== null)
                outcome.faults.push(
                  `${method} ${path} ${JSON.stringify(body ?? '').slice(0, 300)}: ${answer.status} ${fault ?? ''}`,
                )
              outcome.operations++
            }
          }
          await Promise.all(Array.from({ length: atOnce }, send))
          outcome.rounds++
        }
      },
      // Lists may be changed without a version, since no request has read one.
      { LISTS_WITHOUT_VERSION: '1' },
    )
    return outcome
  },
}
