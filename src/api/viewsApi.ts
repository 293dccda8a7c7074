import type { ResourceName } from '../contract'
import type { ListAnswer } from '../contract/answers'
import { viewChoicePath, viewChoicesPath, type ViewChoice } from '../contract/viewChoices'
import { api } from './kit/api'
import { listOf } from './kit/cacheTags'
import { crudApi } from './kit/crudApi'

/** Saved views of lists (VIEW-2). */
export const viewsApi = crudApi('views')

const choicesIn = ({ results }: ListAnswer<ViewChoice>) => results

/** The views that the user has chosen (VIEW-3, VIEW-4). */
export const { useViewChoicesQuery, useChooseViewMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    viewChoices: build.query<readonly ViewChoice[], void>({
      query: () => ({ url: viewChoicesPath }),
      transformResponse: choicesIn,
      providesTags: [listOf('views')],
    }),
    chooseView: build.mutation<readonly ViewChoice[], Pick<ViewChoice, 'view' | 'is_default' | 'is_pinned'>>({
      query: ({ view, ...body }) => ({ url: viewChoicePath(view), method: 'PUT', body }),
      transformResponse: choicesIn,
      extraOptions: { messages: { failure: { title: 'Error', text: 'The view could not be chosen.' } } },
      invalidatesTags: [listOf('views')],
    }),
  }),
})

/** The view with which the user has a list open (VIEW-3); undefined without one, and without a list. */
export const useDefaultView = (list: ResourceName | undefined): ViewChoice | undefined =>
  useViewChoicesQuery(undefined, { skip: list === undefined }).data?.find(
    (choice) => choice.list === list && choice.is_default,
  )
