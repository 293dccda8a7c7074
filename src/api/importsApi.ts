import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { ResourceName } from '../contract'
import type { ListAnswer } from '../contract/answers'
import {
  importKinds,
  importNames,
  importsPath,
  type ImportAnswer,
  type ImportKind,
  type ImportName,
  type ImportOptions,
  type PastImport,
} from '../contract/imports'
import { api } from './kit/api'
import type { AnswerOptions } from './kit/baseQuery'
import { listOf } from './kit/cacheTags'
import type { FormCall } from './kit/upload'

/** For each column needed the position of that of the file, from 0. */
export type ImportMapping = Readonly<Record<string, number>>

/** A file to import, before anything of it is stored. */
export interface ImportProposal {
  name: ImportName
  file: File
  /** The record that all rows belong to; null where they belong to none. */
  target: number | null
  /** Null where the server recognizes the columns. */
  mapping: ImportMapping | null
  /** What was said; of the rest the server remembers what it can. */
  options: Partial<ImportOptions>
  /** Idempotency key, the same for each attempt (TRUST-28). */
  key: string
}

interface ImportRef {
  name: ImportName
  id: number
}

/** Storing an import, or taking it back. */
interface ImportAction extends ImportRef {
  /** Idempotency key, the same for each attempt (TRUST-28). */
  key: string
}

/** The dialog shows successes and failures. */
const options: AnswerOptions = { messages: { failure: null } }

/** What an import changes beside its rows: those of usage make accounts and meters, and move the days of contracts, which those of contracts make. */
const changedBeside: Partial<Record<ImportName, readonly ResourceName[]>> = {
  usage: ['meters', 'utilityAccounts', 'contractAccounts'],
  contracts: ['contractAccounts'],
  organizations: ['addresses', 'organizationAddresses'],
  contacts: ['organizationContacts'],
  addresses: ['organizationAddresses'],
}

/** The lists that an import changes. */
export const tagsOfImport = (name: ImportName) =>
  [importKinds[name].resource, ...(changedBeside[name] ?? [])].map(listOf)

const actionOf = (action: 'commit' | 'undo') => ({
  query: ({ name, id, key }: ImportAction): FetchArgs => ({
    url: `${importKinds[name].path}${id}/${action}/`,
    method: 'POST',
    headers: { 'Idempotency-Key': key },
  }),
  extraOptions: options,
  invalidatesTags: (_answer: unknown, error: unknown, { name }: ImportAction) =>
    error ? [] : tagsOfImport(name),
})

/** GAS-7 */
const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    proposeImport: build.mutation<ImportAnswer, ImportProposal>({
      query: ({ name, file, target, mapping, options: said, key }): FormCall => {
        const { path, target: targetField, options: asked = [] }: ImportKind = importKinds[name]
        const form = new FormData()
        // Fields before the file, so that they are known when it is read.
        if (targetField !== null && target !== null) form.append(targetField, String(target))
        if (mapping !== null) form.append('mapping', JSON.stringify(mapping))
        const answers = asked.filter((option) => said[option] !== undefined)
        if (answers.length > 0)
          form.append(
            'options',
            JSON.stringify(Object.fromEntries(answers.map((option) => [option, said[option]]))),
          )
        form.append('file', file)
        return { url: path, form, headers: { 'Idempotency-Key': key } }
      },
      extraOptions: options,
    }),
    commitImport: build.mutation<ImportAnswer, ImportAction>(actionOf('commit')),
    undoImport: build.mutation<ImportAnswer, ImportAction>(actionOf('undo')),
    /** Past imports, of one kind or of all, the newest first. */
    pastImports: build.query<
      ListAnswer<PastImport>,
      { kind: ImportName | null; limit: number; offset: number }
    >({
      query: ({ kind, ...params }) => ({ url: kind === null ? importsPath : importKinds[kind].path, params }),
      providesTags: importNames.map((name) => listOf(importKinds[name].resource)),
    }),
    /** An import as it is now. */
    pastImport: build.query<ImportAnswer, ImportRef>({
      query: ({ name, id }) => ({ url: `${importKinds[name].path}${id}/` }),
      extraOptions: options,
      providesTags: (_answer, _error, { name }) => [listOf(importKinds[name].resource)],
    }),
    /** The refused rows, as CSV. */
    refusedRows: build.query<string, ImportRef>({
      query: ({ name, id }) => ({
        url: `${importKinds[name].path}${id}/refused/`,
        responseHandler: (response) => (response.ok ? response.text() : response.json()),
      }),
      extraOptions: options,
      // Only the download uses the text.
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useProposeImportMutation,
  useCommitImportMutation,
  useUndoImportMutation,
  useLazyRefusedRowsQuery,
  usePastImportQuery,
  usePastImportsQuery,
} = importsApi
