// Setup file: everything that happens in the course of a test belongs to it.

import { aroundEach } from 'vitest'
import { currentTest } from './finished.ts'

aroundEach((run, test) => currentTest.run(test, run))
