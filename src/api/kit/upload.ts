import type { FetchBaseQueryError } from '@reduxjs/toolkit/query'

/** A multipart request with upload progress. */
export interface FormCall {
  url: string
  /** POST by default. */
  method?: 'POST' | 'PATCH'
  form: FormData
  headers?: HeadersInit
  /** Called with the sent share of the form, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** The result in the terms of fetchBaseQuery. */
type UploadResult =
  | { data: unknown; error?: undefined; statusText?: undefined }
  | { data?: undefined; error: FetchBaseQueryError; statusText?: string }

/** The caller that aborted the upload does not read this. */
const aborted: UploadResult = { error: { status: 'FETCH_ERROR', error: 'Called off.' } }

const unreadableFile = 'The file cannot be read any more. It was changed, moved or deleted; choose it again.'

/** Whether the files of a form still exist: the browser only reads them while sending. */
const isReadable = async (form: FormData): Promise<boolean> => {
  try {
    for (const value of form.values()) if (typeof value !== 'string') await value.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

const answerOf = ({ status, statusText, responseText }: XMLHttpRequest): UploadResult => {
  let data: unknown = null
  try {
    if (responseText) data = JSON.parse(responseText)
  } catch (cause) {
    const error = String(cause)
    return {
      error: { status: 'PARSING_ERROR', originalStatus: status, data: responseText, error },
      statusText,
    }
  }
  return status >= 200 && status < 300 ? { data } : { error: { status, data }, statusText }
}

/** Sends a form over XMLHttpRequest, because fetch does not report upload progress. */
export const sendForm = (
  { url, method = 'POST', form, headers, onProgress }: FormCall,
  signal: AbortSignal,
): Promise<UploadResult> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve(aborted)
      return
    }
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const failed = async () =>
      (await isReadable(form))
        ? resolve({ error: { status: 'FETCH_ERROR', error: 'The connection failed.' } })
        : resolve({ error: { status: 'CUSTOM_ERROR', error: unreadableFile } })

    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total ? loaded / total : 0),
    )
    request.addEventListener('load', () => resolve(answerOf(request)))
    request.addEventListener('error', () => void failed())
    request.addEventListener('abort', () => resolve(aborted))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))

    request.open(method, new URL(url, location.origin))
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
    signal.addEventListener('abort', abort)
    request.send(form)
  })
