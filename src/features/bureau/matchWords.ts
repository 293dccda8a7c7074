import type { BureauConfidence, BureauMatch, BureauPart, BureauReason } from '../../contract/bureau'

const confidences: Readonly<Record<BureauConfidence, string>> = {
  high: 'Very likely',
  medium: 'Likely',
  low: 'Possible',
}

/** 'name, city and state' */
const listed = (parts: readonly BureauPart[]) =>
  [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')

const doubt = ({ part, fit, spellings }: BureauReason): string =>
  fit === 'partial'
    ? `there is more to the ${part}`
    : `similar ${part}: ${spellings.map(({ typed, found }) => `“${found}” for “${typed}”`).join(', ')}`

/** The confidence of a match and its reasons as text: 'Likely', 'same city and state; …'. */
export const matchWords = ({ confidence, reasons }: BureauMatch) => {
  const same = reasons.filter(({ fit }) => fit === 'same').map(({ part }) => part)
  const doubts = reasons.filter(({ fit }) => fit !== 'same').map(doubt)
  return {
    confidence: confidences[confidence],
    reasons: [...(same.length > 0 ? [`same ${listed(same)}`] : []), ...doubts].join('; '),
  }
}
