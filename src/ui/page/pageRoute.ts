import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { useState, type ComponentType } from 'react'
import { useLoaderData, type Params } from 'react-router-dom'
import type { ApiServices } from '../../api/kit/baseQuery'
import type { RootState } from '../../api/kit/createStore'
import { idFrom } from './idFrom'
import { persistent } from './persistent'

/** The module of a page. */
interface PageModule {
  Page: ComponentType
}

/** What the reads of a page depend on. */
export interface PageAddress {
  params: Params
  /** The query of the URL. */
  search: string
  /** Of what a page reads by the user's preferences. */
  preferences: RootState['preferences']
}

interface ReadOptions {
  /** The answer is cached without a component that uses it yet. */
  subscribe: false
  /** Sends a request for cached data, too; a number only for data older than that many seconds. */
  forceRefetch: boolean | number
}

/** An RTK Query endpoint's way to start a request. */
interface Readable<A> {
  name: string
  initiate: (
    args: A,
    options: ReadOptions,
  ) => ThunkAction<PromiseLike<unknown>, RootState, ApiServices, UnknownAction>
}

/** A read of a page: its request, and the key by which the page knows that it has been started. */
export interface PageRead {
  key: string
  start: (options: ReadOptions) => ReturnType<Readable<unknown>['initiate']>
}

/** The reads of a page at an address: all of them start with its chunk. */
export type ReadAt = (address: PageAddress) => readonly PageRead[]

const keyOf = (name: string, args: unknown) => `${name}(${JSON.stringify(args)})`

/** The read of an endpoint with given arguments. */
export const readOf = <A>({ name, initiate }: Readable<A>, args: A): PageRead => ({
  key: keyOf(name, args),
  start: (options) => initiate(args, options),
})

/** The read of a record's page, whose id is a parameter of the route. */
export const recordRead =
  (endpoint: Readable<number>, param = 'id'): ReadAt =>
  ({ params }) => {
    const id = idFrom(params[param])
    return id === null ? [] : [readOf(endpoint, id)]
  }

const hasKey = (loaded: unknown, key: string) => Array.isArray(loaded) && loaded.includes(key)

/**
 * The option `refetchOnMountOrArgChange` of a page's query: a page reads what it shows, except for what the loader of its
 * route has read when the page opened.
 */
export const useIsUnread = (endpoint: { name: string }, args: unknown): boolean => {
  const loaded = useLoaderData<unknown>()
  const [opened] = useState({ args, isRead: hasKey(loaded, keyOf(endpoint.name, args)) })
  return !opened.isRead || args !== opened.args
}

/** A page's route; the module is loaded on demand, and its reads are started at the same time. */
export interface PageRoute {
  path: string
  load: () => Promise<PageModule>
  readAt?: ReadAt
}

/** Declares a lazily loaded page, which is a module that exports `Page`. */
export const pageRoute = (path: string, load: PageRoute['load'], readAt?: ReadAt): PageRoute => ({
  path,
  load: persistent(load),
  ...(readAt && { readAt }),
})
