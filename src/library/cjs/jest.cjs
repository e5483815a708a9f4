// `bot-emulator/jest`: an emulator around the tests of a file, and the matchers, which are there once this is required.

const { toHaveReply, useEmulatorWith } = require('./testing.cjs')

expect.extend({ toHaveReply })

exports.useEmulator = (options) => useEmulatorWith({ beforeAll, afterEach, afterAll }, options)
