// What `require('bot-emulator')` gives: all that an import gives.

module.exports = require('./past-runner.cjs').load('./index.js')
