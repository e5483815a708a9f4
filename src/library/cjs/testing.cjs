// What the entries for jest are made of, and `require('bot-emulator/matchers')`.

module.exports = require('./past-runner.cjs').load('./testing.js')
