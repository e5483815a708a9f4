// Loads modules of this package with Node's own loader instead of a test runner's.

// jest runs tests in a separate realm, whose `require` cannot load ES modules and whose timers may be faked. A function
// that is created in Node's own realm has access to the real ones.

const { getBuiltinModule } = process.nextTick.constructor('return process')()

exports.load = getBuiltinModule('node:module').createRequire(__filename)
