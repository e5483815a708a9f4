// Loads the code that the jest modules share. Also the exports of `require('bot-emulator/matchers')`.

module.exports = require('./past-runner.cjs').load('./testing.js')
