// `bot-emulator/jest-globals`: what `bot-emulator/jest` is, for tests that import what they use from @jest/globals.

const { afterAll, afterEach, beforeAll, expect } = require('@jest/globals')
const { toHaveReply, useEmulatorWith } = require('./testing.cjs')

expect.extend({ toHaveReply })

exports.useEmulator = (options) => useEmulatorWith({ beforeAll, afterEach, afterAll }, options)
