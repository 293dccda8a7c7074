import { createAsyncThunk } from '@reduxjs/toolkit'
import { exportCountHeader, type ExportFormat, type ExportLabels } from '../contract/exports'
import { sendWithSession } from './kit/baseQuery'
import { networkError, toApiError, type ApiError } from './kit/errors'
import type { RequestResult } from './kit/http'
import { receiveFile } from './kit/receiveFile'

export interface ExportCall {
  path: string
  format: ExportFormat
  /** Search, filters and order of the list. */
  params: Readonly<Record<string, string | number | boolean | undefined>>
  /** What a list shows; reports have columns of their own. */
  table?: {
    columns: readonly string[]
    titles: readonly string[]
    labels: ExportLabels
    unit: string
  }
  /** Called with the rows received so far, of how many. */
  onProgress: (rows: number, count: number) => void
  /** Saves the file. */
  save: (file: Blob, filename: string) => void
}

/** The saved file. */
export interface Exported {
  filename: string
  rows: number
}

const addressOf = ({ path, format, params, table }: ExportCall): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== '') query.set(name, String(value))
  query.set('format', format)
  if (table) {
    const { columns, titles, labels, unit } = table
    query.set('columns', columns.join(','))
    query.set('titles', JSON.stringify(titles))
    if (Object.keys(labels).length > 0) query.set('labels', JSON.stringify(labels))
    query.set('unit', unit)
  }
  return `${location.origin}${path}?${query.toString()}`
}

const filenameOf = (headers: Headers): string | null => {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(headers.get('Content-Disposition') ?? '') ?? []
  return name === undefined ? null : decodeURIComponent(name)
}

const refusalOf = async (response: Response): Promise<ApiError> => {
  const data: unknown = await response.json().catch(() => null)
  return toApiError({ status: response.status, data }, response.statusText, response.headers)
}

/** Requests a file, and gives what is made of it. */
const receive = async <T>(
  address: string,
  access: string,
  signal: AbortSignal,
  take: (response: Response) => Promise<T>,
): Promise<RequestResult> => {
  try {
    // The token is in a header: an address is kept in many places (TRUST-8).
    const headers = { Authorization: `Bearer ${access}` }
    const response = await fetch(address, { headers, signal })
    return response.ok ? { data: await take(response) } : { error: await refusalOf(response) }
  } catch {
    return { error: networkError }
  }
}

const receiveList = async (call: ExportCall, response: Response): Promise<Exported> => {
  const count = Number(response.headers.get(exportCountHeader))
  call.onProgress(0, count)
  const file = await receiveFile(response, call.format, (rows) => call.onProgress(rows, count))
  const filename = filenameOf(response.headers) ?? `export.${call.format}`
  call.save(file, filename)
  return { filename, rows: count }
}

/**
 * Receives a list as a file, and has it saved (EXP-5). Not a mutation, because RTK Query delays refetching while one is
 * pending, and a long list takes minutes.
 */
export const exportList = createAsyncThunk<Exported, ExportCall, { rejectValue: ApiError }>(
  'lists/export',
  async (call, { rejectWithValue, fulfillWithValue, ...thunk }) => {
    const { data, error } = await sendWithSession(
      { ...thunk, endpoint: 'exportList', type: 'mutation' },
      (access) => receive(addressOf(call), access, thunk.signal, (response) => receiveList(call, response)),
    )
    return error ? rejectWithValue(error) : fulfillWithValue(data as Exported)
  },
)

/** A file that is saved as it comes. */
interface DownloadCall {
  path: string
  save: ExportCall['save']
}

/** Receives a file of the server, and has it saved; no mutation, as an export is none. */
export const downloadFile = createAsyncThunk<null, DownloadCall, { rejectValue: ApiError }>(
  'files/download',
  async ({ path, save }, { rejectWithValue, fulfillWithValue, ...thunk }) => {
    const { error } = await sendWithSession(
      { ...thunk, endpoint: 'downloadFile', type: 'mutation' },
      (access) =>
        receive(`${location.origin}${path}`, access, thunk.signal, async (response) => {
          save(await response.blob(), filenameOf(response.headers) ?? 'download')
          return null
        }),
    )
    return error ? rejectWithValue(error) : fulfillWithValue(null)
  },
)
