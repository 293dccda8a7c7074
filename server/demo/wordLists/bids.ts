/** Names of bids with the placeholders {customer}, {year} and {months}; `pricing` belongs to the name. */
export const bidNames: readonly { text: string; pricing: readonly (1 | 2 | 3)[] }[] = [
  { text: 'Fixed {months} months', pricing: [1] },
  { text: 'Fixed price, first round', pricing: [1] },
  { text: 'Fixed winter, index summer', pricing: [1, 3] },
  { text: 'NYMEX+ {months} months', pricing: [2] },
  { text: 'NYMEX+ with triggers {year}', pricing: [2] },
  { text: 'Index {year}', pricing: [3] },
  { text: 'Index plus, daily balanced', pricing: [3] },
  { text: 'Base load {year}', pricing: [1, 2] },
  { text: '{customer}, all meters', pricing: [1, 2, 3] },
  { text: '{customer}, boiler house only', pricing: [1, 2] },
  { text: 'Refresh of last offer', pricing: [1] },
  { text: 'Indicative {year}', pricing: [1, 2, 3] },
]

/** Lengths in months for which suppliers give prices. */
export const bidTerms = [6, 12, 18, 24, 36, 48] as const

/** Allowed deviations of usage from the contract, weighted by repetition. */
export const bidSwings = [[0.1], [0.1], [0.1], [0.25], [0.05, 0.1], [0.1, 0.2], [0.1, 1], [1]] as const

/** The indexes behind index prices. */
export const indexNames = [
  'NYMEX last day settlement',
  'City gate monthly index',
  'City gate daily index',
  'First of month, regional pool',
]

export const pricingNeeds = [
  'Price with and without the utility charge.',
  'Show the fee apart from the commodity.',
  'Two invoices, one for each site.',
  'Credit terms of 45 days.',
  'Green gas for a tenth of the volume.',
  'Price each meter on its own.',
]
