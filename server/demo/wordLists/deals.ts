/**
 * Names of opportunities with the placeholders {customer}, {city}, {year} and {months}; `tags` always belong to the
 * name.
 */
export const dealNames: readonly { text: string; tags: readonly string[] }[] = [
  { text: '{customer} — {year} supply', tags: [] },
  { text: '{customer} — {year} renewal', tags: ['Renewal'] },
  { text: '{customer}, {city} — {months} months fixed', tags: ['Fixed price'] },
  { text: '{customer} — {year} NYMEX+', tags: [] },
  { text: '{customer}, {city} — index {year}', tags: ['Index'] },
  { text: '{customer} — winter strip {year}', tags: ['Winter peak'] },
  { text: '{customer}, {city} — boiler house', tags: [] },
  { text: '{customer} — RFP {year}', tags: ['RFP'] },
  { text: '{customer} — all sites {year}', tags: ['Multi-site'] },
  { text: '{customer}, {city} — switch from utility', tags: ['New business'] },
]

/** Names of tags that any opportunity may have for a while. */
export const passingTagNames = [
  'Priority',
  'Swing',
  'Multi-site',
  'Winter peak',
  'Credit hold',
  'LOA pending',
  'Awaiting usage',
  'Lost to utility',
]

/** Lengths of contracts in months. */
export const terms = [12, 18, 24, 36, 48]

/** Short summaries that people leave on an opportunity. */
export const dealNotes = [
  'Wants prices for 12, 24 and 36 months side by side.',
  'Current contract ends in spring; the supplier asks for 60 days of notice.',
  'Two boilers were replaced last year, so older usage runs high.',
  'Send the offer before the board meets; signatures take two weeks.',
  'Interruptible service with oil as backup; confirm the hours of curtailment.',
  'Burner tip pricing wanted, the utility charge shown apart.',
  'The plant stops for two weeks in July.',
  'Asks for a swing of at least 20 % because of the new line.',
  'Usage history received for eight of eleven meters.',
  'Decision lies with the parent company; our contact only collects offers.',
  'Compared us with two other brokers last time and chose by fee.',
  'Would rather wait for a lower market; review every Monday.',
]

/** Why deals were lost, in more words. */
export const lostNotes = [
  'Went with a two-year offer two cents lower.',
  'Budget was frozen until the next fiscal year.',
  'The plant closes; the load moves to another site.',
  'Head office now buys for all sites at once.',
  'Wants to look at it again after the winter.',
]
