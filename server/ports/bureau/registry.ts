import type { Bureau, Business } from '.'
import { madeUpBusinesses, madeUpQuery } from './businesses'
import { cityKey, nameScore, nameWords, nearestCities } from './matching'

/** Businesses in an answer at most. */
const maxResults = 25

interface Entry {
  business: Business
  words: readonly string[]
}

/** A bureau inside this process, by default of some thousands of fictitious businesses over all states. */
export function registryBureau(businesses: () => readonly Business[] = madeUpBusinesses): Bureau {
  let index: ReturnType<typeof buildIndex> | undefined
  // Built at the first call, so that the server starts faster.
  const known = () => (index ??= buildIndex(businesses()))
  return {
    label: 'Demo registry',
    example: madeUpQuery(),
    search: ({ name, city, state }) => {
      const cities = known().byPlace.get(state) ?? new Map<string, Entry[]>()
      const typed = nameWords(name)
      const found = nearestCities(city, cities.keys())
        .flatMap((key) => cities.get(key) ?? [])
        .map(({ business, words }) => ({ business, score: nameScore(typed, words) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || Number(a.business.bin) - Number(b.business.bin))
      return Promise.resolve(found.slice(0, maxResults).map(({ business }) => business))
    },
    find: (bin) => Promise.resolve(known().byBin.get(bin) ?? null),
  }
}

/** Indexes of businesses by their number, and by state and city. */
function buildIndex(businesses: readonly Business[]) {
  const byBin = new Map<string, Business>()
  const byPlace = new Map<string, Map<string, Entry[]>>()
  for (const business of businesses) {
    byBin.set(business.bin, business)
    const cities = byPlace.get(business.state) ?? new Map<string, Entry[]>()
    byPlace.set(business.state, cities)
    const key = cityKey(business.city)
    cities.set(key, [...(cities.get(key) ?? []), { business, words: nameWords(business.business_name) }])
  }
  return { byBin, byPlace }
}
