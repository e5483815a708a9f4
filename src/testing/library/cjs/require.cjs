// The exports of `require('bot-emulator')`, the same as those of an import.

module.exports = require('./past-runner.cjs').load('./index.js')
