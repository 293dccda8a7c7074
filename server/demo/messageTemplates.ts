/** Message templates that every user sees, as samples. */
import { staffIds } from './accounts'
import type { DemoRow } from './rows'
import { setUpStamps } from './stamps'
import { randomFor, type World } from './world'

const samples = [
  {
    name: 'First contact',
    subject: 'Natural gas for {{organization.name}}',
    text: '<p>Dear {{contact.first_name}},</p><p>may we compare the gas prices of {{organization.name}} with those of other suppliers? All that we need is a recent bill.</p><p>Kind regards,<br />{{user.name}}</p>',
  },
  {
    name: 'Prices are ready',
    subject: 'Prices for {{opportunity.name}}',
    text: '<p>The prices for <strong>{{opportunity.name}}</strong> are ready, and hold until the end of the day. When may we go through them?</p><p>Kind regards,<br />{{user.name}}</p>',
  },
] as const

export const messageTemplateCount = samples.length

/** The message template at an index; ids count from 1. */
export function messageTemplateAt(world: World, index: number): DemoRow<'messageTemplates'> {
  const sample = samples[index]
  if (!sample) throw new RangeError(`There is no demo template ${index}.`)
  const stamps = setUpStamps(randomFor(world, 'messageTemplates', index), world, staffIds)
  return { message_template_id: index + 1, ...sample, is_shared: true, ...stamps }
}
