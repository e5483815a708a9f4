// `bot-emulator/jest`: exports `useEmulator` for tests, and adds the matcher `toHaveReply` to `expect`.

const { toHaveReply, useEmulatorWith } = require('./testing.cjs')

expect.extend({ toHaveReply })

exports.useEmulator = (options) => useEmulatorWith({ beforeAll, afterEach, afterAll }, options)
