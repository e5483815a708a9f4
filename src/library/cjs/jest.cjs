// `bot-emulator/jest`: `useEmulator` for a test file. Requiring it adds the matcher.

const { toHaveReply, useEmulatorWith } = require('./testing.cjs')

expect.extend({ toHaveReply })

exports.useEmulator = (options) => useEmulatorWith({ beforeAll, afterEach, afterAll }, options)
