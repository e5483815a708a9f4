// Loads modules of this package with Node's own loader instead of a test runner's.

// jest runs tests in a separate realm, whose `require` cannot load ES modules and whose timers may be fakes. `nextTick`
// comes from Node's own realm, so its constructor creates a function that runs there and gets Node's own `require` and
// timers.

const { getBuiltinModule } = process.nextTick.constructor('return process')()

exports.load = getBuiltinModule('node:module').createRequire(__filename)
