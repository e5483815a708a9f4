// Loads modules of this package past the loader of a test runner. jest runs tests in a realm of its own, whose `require` knows no
// ES modules and whose timers may be faked; a function of Node's own realm leads out of it.

const { getBuiltinModule } = process.nextTick.constructor('return process')()

exports.load = getBuiltinModule('node:module').createRequire(__filename)
