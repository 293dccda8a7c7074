/**
 * 'terms[0].name' as ['terms', '0', 'name']. Replaces a generic path parser that only Formik uses, on the names of a
 * form's fields; see cloneDeep.ts and scripts/replacedModules.cjs.
 */
// eslint-disable-next-line no-restricted-syntax -- the module that it replaces exports like this
export default function toPath(name: string | string[]): string[] {
  return Array.isArray(name) ? name : (name.match(/[^.[\]]+/g) ?? [])
}
