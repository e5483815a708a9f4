// Code shared by the jest modules, and the exports of `require('bot-emulator/matchers')`.

module.exports = require('./past-runner.cjs').load('./testing.js')
