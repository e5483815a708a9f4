// `bot-emulator/jest-globals`: the same as `bot-emulator/jest`, for tests that import from @jest/globals.

const { afterAll, afterEach, beforeAll, expect } = require('@jest/globals')
const { toHaveReply, useEmulatorWith } = require('./testing.cjs')

expect.extend({ toHaveReply })

exports.useEmulator = (options) => useEmulatorWith({ beforeAll, afterEach, afterAll }, options)
