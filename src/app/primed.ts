import type { Store } from '../api/kit/createStore'
import { isEarlyComing } from '../api/kit/early'
import type { PageModule } from '../ui/page/pageRoute'

/** Milliseconds for which rendering waits for a prefetch whose response has started. */
const patience = 200

/**
 * Puts the page's prefetch into the store if it has arrived, so that the first render shows it: a render without it
 * would be laid out in vain.
 */
export const primed = async ({ dispatch }: Store, page: PageModule | undefined): Promise<void> => {
  if (!page?.prime || !isEarlyComing()) return
  const enough = new Promise((resolve) => setTimeout(resolve, patience))
  await Promise.race([dispatch(page.prime(location.search)), enough])
}
