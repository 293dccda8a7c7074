import type { Store } from '../api/kit/createStore'
import { isEarlyComing } from '../api/kit/early'
import type { PageModule } from '../ui/page/pageRoute'

/** Milliseconds for which nothing is drawn for an answer that has begun to come. */
const patience = 200

/**
 * Gives the store what the page has asked for by itself, where that has come, so that the first drawing shows it: what is
 * drawn without it is laid out for nothing.
 */
export const primed = async ({ dispatch }: Store, page: PageModule | undefined): Promise<void> => {
  if (!page?.prime || !isEarlyComing()) return
  const enough = new Promise((resolve) => setTimeout(resolve, patience))
  await Promise.race([dispatch(page.prime(location.search)), enough])
}
