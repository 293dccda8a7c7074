/** One page of US Letter, in points. */
const page = { width: 612, height: 792, margin: 72 }
const sizes = { title: 18, line: 11 }
const leading = 16

/** A PDF of one page: a title, and lines below it. Characters beyond Windows-1252 become question marks. */
export function pdf(title: string, lines: readonly string[]): Buffer {
  const text = [
    `BT /F1 ${sizes.title} Tf ${leading} TL ${page.margin} ${page.height - page.margin} Td ${shown(title)} Tj`,
    `T* /F1 ${sizes.line} Tf T*`,
    ...lines.map((line) => `${shown(line)} Tj T*`),
    'ET',
  ].join('\n')
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ])
}

/** A text as a string literal of the page's content. */
const shown = (text: string): string =>
  `(${text.replaceAll(/[^ -~\u00a0-\u00ff]/g, '?').replaceAll(/[\\()]/g, '\\$&')})`

/** Writes the objects, numbered from 1, into a file with its cross-reference table. */
function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const begins = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const entries = begins.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const table = file.length
  file += `xref\n0 ${count}\n0000000000 65535 f \n${entries}`
  file += `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
