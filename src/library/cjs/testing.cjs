// Shared code of the jest entries; also the exports of `require('bot-emulator/matchers')`.

module.exports = require('./past-runner.cjs').load('./testing.js')
