/** The address of S3-compatible storage, and its credentials. */
export interface S3Address {
  /** Scheme, host and port, without a path. */
  endpoint: string
  bucket: string
  /** Prefix of each key: '' or a path with its closing slash. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * Parses `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=REGION][&tls=off]`. Characters with a meaning in
 * addresses (`/ : @ ? # %`) are percent-encoded in key and secret. The default region is us-east-1; `tls=off` selects
 * plain HTTP, for a storage server on this machine or in a private network.
 * @returns undefined for anything else.
 */
export function parseS3Address(text: string): S3Address | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const [, bucket = '', ...steps] = url.pathname.split('/')
  const prefix = steps.filter((step) => step !== '')
  const tls = url.searchParams.get('tls') ?? 'on'
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const known = [...url.searchParams.keys()].every((name) => name === 'tls' || name === 'region')
  const fits =
    url.protocol === 's3:' &&
    url.hostname !== '' &&
    url.username !== '' &&
    url.password !== '' &&
    url.hash === '' &&
    /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket) &&
    prefix.every((step) => /^[\w-][\w.-]*$/.test(step)) &&
    /^[a-z\d-]+$/.test(region) &&
    ['on', 'off'].includes(tls) &&
    known
  if (!fits) return undefined
  try {
    return {
      endpoint: `${tls === 'off' ? 'http' : 'https'}://${url.host}`,
      bucket,
      prefix: prefix.map((step) => `${step}/`).join(''),
      region,
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    }
  } catch {
    return undefined
  }
}
