/** Texts of activities with the placeholder {customer}, and their durations. */
export const activityWords: readonly { title: string; description: string; minutes: readonly number[] }[] = [
  { title: 'Call with {customer}', description: '<p>Where does the usage history stand?</p>', minutes: [30] },
  {
    title: 'Pricing review, {customer}',
    description: '<p>Four offers, two rounds. <strong>Decide on the term.</strong></p>',
    minutes: [30, 60],
  },
  {
    title: 'Visit to {customer}',
    description:
      '<p>Boiler house first, then the office.</p><ul><li>Safety shoes</li><li>Visitor badge</li></ul>',
    minutes: [90, 120, 180],
  },
  {
    title: 'Contract signing, {customer}',
    description: '<p>Bring two copies; the controller signs, too.</p>',
    minutes: [30, 45],
  },
  {
    title: 'Credit questions, {customer}',
    description: "<p>The supplier's analyst joins by phone.</p>",
    minutes: [30],
  },
  {
    title: 'Kick-off with {customer}',
    description: '<p>Who sends what to whom, and by when.</p>',
    minutes: [60],
  },
  {
    title: 'Market update for {customer}',
    description: '<p>Storage, weather, forward strip.</p>',
    minutes: [30, 45],
  },
  {
    title: 'Invoice check with {customer}',
    description: '<p>Two months, line by line.</p>',
    minutes: [45, 60],
  },
  { title: 'Lunch with {customer}', description: '<p>No agenda.</p>', minutes: [60, 90] },
  {
    title: 'Demand forecast, {customer}',
    description: '<p>The new line starts in fall; what does it burn?</p>',
    minutes: [60],
  },
  {
    title: 'Renewal talk, {customer}',
    description:
      '<p>Their contract ends within the year.</p><ol><li>Term</li><li>Swing</li><li>Fee</li></ol>',
    minutes: [30, 60],
  },
  {
    title: 'Internal: next steps for {customer}',
    description: '<p>Ten minutes each, then decisions.</p>',
    minutes: [15, 30],
  },
]
