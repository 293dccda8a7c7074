import { screen, within } from '@testing-library/react'

/** Label and value of each line of a description list, by its title. */
export const linesOf = (name: string) => {
  const list = within(screen.getByRole('region', { name }))
  const values = list.getAllByRole('definition')
  return list.getAllByRole('term').map((term, index) => [term.textContent, values[index]?.textContent])
}

const labelable = ['Input', 'Select', 'TextArea', 'Button', 'Output', 'Meter', 'Progress'] as const

/**
 * jsdom walks the whole document for every label of every element that a query by label looks at: a fifth of the time
 * of a form's tests. Here an element looks for the labels that name it, and for the one around it.
 */
export const indexLabels = () => {
  for (const name of labelable)
    Object.defineProperty(window[`HTML${name}Element`].prototype, 'labels', {
      get(this: HTMLElement) {
        if (this.matches('input[type=hidden]')) return null
        const around = this.closest('label')
        const named = this.id
          ? this.ownerDocument.querySelectorAll<HTMLLabelElement>(`label[for="${this.id}"]`)
          : []
        return [...named, ...(around && !around.htmlFor ? [around] : [])].filter(
          ({ control }) => control === this,
        )
      },
    })
}
