/** The cells of a data row; null for layout tables. */
export const dataCells = (row: Element): Element[] | null => {
  const cells = [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th')
  const isLayout = cells.some((cell) => cell.querySelector('table, ul, ol') !== null)
  return cells.length > 1 && !isLayout ? cells : null
}
