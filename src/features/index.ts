import { bids } from './bids/feature'
import type { Feature } from './feature'
import { opportunities } from './opportunities/feature'
import { tags } from './tags/feature'

/** Every area of the product inside the frame; the side menu keeps their order (SHELL-3). */
export const features: readonly Feature[] = [opportunities, bids, tags]
