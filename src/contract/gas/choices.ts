/** The option lists and limits of the gas resources, apart from the formulas: the browser reads the contract before sign-in. */

/** Units of gas, of energy and of volume, for quantities and for prices per unit (UNIT-2). */
export const gasUnits = ['dth', 'th', 'mcf', 'ccf'] as const
export type GasUnit = (typeof gasUnits)[number]

/** How a quote stands (QUO-5). */
export const quoteStates = ['open', 'expired', 'withdrawn', 'replaced', 'awarded', 'lost'] as const
export type QuoteState = (typeof quoteStates)[number]

/** MMBtu per mcf (UNIT-6). */
export const heatContentRange = { min: 0.9, max: 1.2 } as const
