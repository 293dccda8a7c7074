/** Takes the focus to the page's heading, where what has it goes away; the page stays where it is scrolled to. */
export const focusHeading = () => {
  // What lies behind an open dialog cannot take it.
  if (document.documentElement.classList.contains('scroll-locked')) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
