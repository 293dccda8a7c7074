import type { Guard } from './guards'

export const leaveQuestion = 'Leave without saving?'

const typedText = 'What you have typed on this page will be lost.'

/** What leaving loses, each once. */
export const lossesOf = (guards: ReadonlyMap<Guard, unknown>): string[] => {
  const texts = [...guards.keys()].map((holds) => {
    const loss = holds()
    return loss === true ? typedText : loss
  })
  return [...new Set(texts)].filter((text) => text !== false)
}

/** Asks in the browser's own way. */
export const confirmsLeaving = (guards: Parameters<typeof lossesOf>[0]): boolean =>
  window.confirm([leaveQuestion, ...lossesOf(guards)].join('\n'))
