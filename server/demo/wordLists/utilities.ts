/** A local distribution company, and the name of its service for large customers. */
interface UtilityWords {
  name: string
  service: string
  /** Postal codes of the states in which it delivers gas. */
  states: readonly string[]
  /** Former states, or those closed to new customers. */
  closed?: readonly string[]
}

/** All are fictitious; together they deliver gas in every state and the District of Columbia. */
export const utilityWords: readonly UtilityWords[] = [
  { name: 'Larkmoor Gas', service: 'Firm Transportation', states: ['PA', 'OH', 'WV'] },
  { name: 'Quillfield Gas Light', service: 'Large General Service', states: ['NY', 'NJ'] },
  {
    name: 'Thistledene Natural Gas',
    service: 'Transportation Service',
    states: ['MA', 'RI', 'NH'],
    closed: ['CT'],
  },
  { name: 'Bramblewick Gas', service: 'General Transportation', states: ['MI', 'WI'] },
  { name: 'Fennimere Energy Delivery', service: 'Rate 70 Transport', states: ['IL', 'IN', 'MO'] },
  { name: 'Harrowcombe Gas', service: 'Interruptible Service', states: ['TX', 'OK', 'LA'], closed: ['AR'] },
  { name: 'Wrenholt Gas Company', service: 'Small Transporter', states: ['CA'] },
  { name: 'Sorrelstead Gas', service: 'Schedule 41', states: ['WA', 'OR', 'ID'] },
  { name: 'Tarngarth Public Gas', service: 'Commercial Transport', states: ['MN', 'ND', 'SD'] },
  { name: 'Marlofold Gas', service: 'Transport Gas Service', states: ['CO', 'WY'] },
  { name: 'Corrinbeck Gas', service: 'Industrial Service', states: ['GA', 'FL', 'AL'] },
  { name: 'Dunlacroft Natural Gas', service: 'Firm Delivery', states: ['VA', 'MD', 'DC'] },
  { name: 'Emberthorpe Gas', service: 'Large Volume Transportation', states: ['NC', 'SC'] },
  { name: 'Farrowshaw Energy', service: 'Transportation Service', states: ['TN', 'KY', 'MS'] },
  { name: 'Gannetlea Gas', service: 'Large Volume Service', states: ['IA', 'NE'] },
  { name: 'Hollingate Gas', service: 'Firm Transportation', states: ['KS', 'OK'], closed: ['MO'] },
  { name: 'Isterbourne Gas', service: 'General Service Transport', states: ['UT', 'WY', 'NV'] },
  { name: 'Jessacote Gas', service: 'Rate G-60', states: ['AZ', 'NM'] },
  { name: 'Kestrelmarch Gas', service: 'Large Firm Transport', states: ['MT', 'SD'] },
  { name: 'Lannerfield Gas', service: 'Firm Delivery', states: ['ME', 'NH', 'VT'] },
  { name: 'Merrimoor Gas', service: 'Rate LT', states: ['CT', 'MA'] },
  { name: 'Netherdene Gas', service: 'General Transportation', states: ['DE', 'MD'] },
  { name: 'Orrinwick Gas', service: 'Rate C-30', states: ['AK'] },
  { name: 'Pendermere Island Gas', service: 'General Service', states: ['HI'] },
  { name: 'Quarrelcombe Gas', service: 'Firm Transportation', states: ['OH', 'KY', 'IN'] },
  { name: 'Rudderholt Gas', service: 'Transportation Service', states: ['AR', 'MS'], closed: ['LA'] },
  { name: 'Saffronstead Gas', service: 'Large General Service', states: ['FL'] },
  { name: 'Teaselgarth Gas', service: 'Rate DS-2', states: ['NJ', 'PA'], closed: ['DE'] },
  { name: 'Umberfold Gas and Light', service: 'Firm Delivery', states: ['NY'] },
  { name: 'Varleybeck Gas', service: 'Daily Balanced Transport', states: ['WI', 'IL', 'MI'] },
  { name: 'Willetcroft Gas', service: 'Interruptible Service', states: ['MN', 'IA', 'WI', 'ND'] },
  { name: 'Yarrowthorpe Gas', service: 'Large Volume Transport', states: ['IN', 'OH'] },
  { name: 'Zephyrshaw Gas', service: 'Schedule T', states: ['TX'], closed: ['NM'] },
  { name: 'Aldrenlea Gas', service: 'Transport Service', states: ['CA', 'NV'] },
  { name: 'Bodkingate Gas', service: 'Firm Transportation', states: ['AL', 'MS', 'TN'] },
  { name: 'Calderbourne Gas', service: 'Large Commercial', states: ['VA', 'WV', 'NC'] },
  { name: 'Drovercote Gas', service: 'Monthly Balanced Transport', states: ['NE', 'KS', 'CO'] },
  { name: 'Elderden Gas', service: 'General Transportation', states: ['MO', 'AR', 'IA'] },
  { name: 'Furzemarch Gas', service: 'Schedule 56', states: ['OR', 'WA'] },
  { name: 'Gorsefield Gas', service: 'Firm Delivery', states: ['GA', 'SC'], closed: ['TN'] },
]
