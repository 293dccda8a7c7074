/* Modules of packages whose place ours take, in the built product and in tests alike. */
const { existsSync } = require('node:fs')
const path = require('node:path')
const replaced = require('./replacedModules.json')

const root = path.join(__dirname, '..')

/**
 * The files that are replaced, each with the one that stands in. By their whole path: a file of ours, or of another
 * package, may have the same name. Two of them write style elements without a nonce, which the content security policy
 * refuses, and one draws too often (Portal.ts); the others weigh much and do little for us, and `npm run bench -- replacements` says how much each saves.
 * @param {string} [without] one that stays as it is, by its path in its package, to measure what it saves
 * @returns {Record<string, string>}
 * @throws Error where an upgrade of a package has moved one of them
 */
const replacedModules = (without) =>
  Object.fromEntries(
    replaced
      .filter(({ module }) => module !== without)
      .flatMap(({ package: name, builds, module }) =>
        builds.map((build) => {
          const original = path.join(root, 'node_modules', name, build, `${module}.js`)
          if (!existsSync(original)) throw new Error(`There is no ${original} to replace any more.`)
          const file = path.basename(module.replace(/\/index$/, ''))
          return [original, path.join(root, 'src/app/replacements', `${file}.ts`)]
        }),
      ),
  )

module.exports = { replacedModules }
