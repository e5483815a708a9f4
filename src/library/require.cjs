// What `require('bot-emulator')` gives: all that an import gives. jest runs tests in a realm of its own, whose `require` knows
// no ES modules and whose timers may be faked; a function of Node's own realm leads out of it.

const { getBuiltinModule } = process.nextTick.constructor('return process')()

module.exports = getBuiltinModule('node:module').createRequire(__filename)('./index.js')
