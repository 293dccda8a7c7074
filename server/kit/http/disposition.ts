/**
 * The header with a file name (RFC 6266): the exact name encoded by RFC 5987, preceded by an ASCII one for old
 * programs. Characters that would end the header or the name are encoded in both.
 */
export function disposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replaceAll(/[^ -~]|["\\%]/g, '_')
  const exact = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}
