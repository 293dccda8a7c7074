/** Takes the focus to the page's heading, where what has it goes away; under an open dialog it stays there. */
export const focusHeading = () => {
  if (document.documentElement.classList.contains('scroll-locked')) return
  document.querySelector<HTMLElement>('main h1')?.focus()
}
