import { screen, within } from '@testing-library/react'

/** Label and value of each line of a description list, by its title. */
export const linesOf = (name: string) => {
  const list = within(screen.getByRole('region', { name }))
  const values = list.getAllByRole('definition')
  return list.getAllByRole('term').map((term, index) => [term.textContent, values[index]?.textContent])
}
