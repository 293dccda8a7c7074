import type { Guard } from './guards'

export const leaveQuestion = 'Leave without saving?'

const typedText = 'What you have typed on this page will be lost.'

/** The distinct losses of leaving. */
export const unsavedChangesOf = (guards: ReadonlyMap<Guard, unknown>): string[] => {
  const texts = [...guards.keys()].map((holds) => {
    const loss = holds()
    return loss === true ? typedText : loss
  })
  return [...new Set(texts)].filter((text) => text !== false)
}

/** Asks with the browser's own dialog. */
export const confirmNavigation = (guards: Parameters<typeof unsavedChangesOf>[0]): boolean =>
  window.confirm([leaveQuestion, ...unsavedChangesOf(guards)].join('\n'))
