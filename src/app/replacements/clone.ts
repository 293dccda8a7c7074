/**
 * Copies one level of an object or array, including its class. Replaces a generic clone that only Formik uses; see
 * cloneDeep.ts and scripts/replacedModules.cjs.
 */
// eslint-disable-next-line no-restricted-syntax -- the module that it replaces exports like this
export default function clone(value: unknown): unknown {
  if (Array.isArray(value)) return [...(value as unknown[])]
  if (typeof value !== 'object' || value === null) return value
  return Object.assign(Object.create(Object.getPrototypeOf(value) as object | null) as object, value)
}
