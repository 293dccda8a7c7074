import { buffer } from 'node:stream/consumers'
import readXlsx from 'read-excel-file/node'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

it.each([
  [1440, 'CSV'],
  [390, 'XLSX'],
] as const)('[EXP-5] saves a list, at %i px as %s', async (width, format) => {
  const { page } = await newSession({ viewport: { width, height: 800 } })
  await signIn(page, 'broker', '/mpg/organizations')
  const shown = await page.getByText(/^Showing 1 to 10 of [\d,]+ entries$/).textContent()
  const count = Number(shown?.match(/of ([\d,]+)/)?.[1]?.replaceAll(',', ''))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'CSV' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: format }).click()
  const download = await coming
  await page.getByText(/^Saved [\d,]+ rows as Organizations/).waitFor()
  expect(download.suggestedFilename()).toMatch(/^Organizations \d{4}-\d\d-\d\d\.(?:csv|xlsx)$/)
  const bytes = await buffer(await download.createReadStream())
  const rows =
    format === 'CSV'
      ? bytes.toString('utf8').trimEnd().split('\r\n').length
      : ((await readXlsx(bytes))[0]?.data.length ?? 0)
  expect(rows).toBe(count + 1)
})
