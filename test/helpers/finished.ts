// What is done when a test is over, also where several tests run at once.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestContext } from 'vitest'

/** The test in whose course something happens, as a setup file says. */
export const currentTest = new AsyncLocalStorage<TestContext>()

export const onTestFinished: TestContext['onTestFinished'] = (end) => currentTest.getStore()!.onTestFinished(end)
