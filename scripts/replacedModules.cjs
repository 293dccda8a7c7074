/* Modules of packages that are replaced by the product's own, in the build and in tests alike. */
const { existsSync, realpathSync } = require('node:fs')
const path = require('node:path')
const replaced = require('./replacedModules.json')

const root = path.join(__dirname, '..')
/** Where packages really are, as modules are resolved. */
const packages = realpathSync(path.join(root, 'node_modules'))

/**
 * The replaced files and their replacements, by whole paths: files of the product or of other packages may have the
 * same name. Two of them write style elements without a nonce, which the content security policy refuses, and one draws
 * too often (Portal.ts).
 * @returns {Record<string, string>}
 * @throws Error where an upgrade of a package has moved one of them
 */
const replacedModules = () =>
  Object.fromEntries(
    replaced.flatMap(({ package: name, builds, module }) =>
      builds.map((build) => {
        const original = path.join(packages, name, build, `${module}.js`)
        if (!existsSync(original)) throw new Error(`There is no ${original} to replace any more.`)
        return [original, path.join(root, 'src/app/moduleOverrides', `${module}.ts`)]
      }),
    ),
  )

module.exports = { replacedModules }
