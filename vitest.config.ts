import { defineConfig } from 'vitest/config'

// A test file is named slow where it starts processes, sends many megabytes, draws many cases at random, measures time, or
// waits for real time to pass. The others are for the desk: npm run test:fast.
const SLOW = 'test/**/*.slow.test.ts'

/** Slow files that measure time, or that need the usual port: they run one after another. */
const ALONE = [
  'test/cli/which-emulator.slow.test.ts',
  'test/screens/dashboard/terminal.slow.test.ts',
  'test/process/slow-connections.slow.test.ts',
  'test/cli/output.slow.test.ts',
]

export default defineConfig({
  // As it is built: a test may run React's production half.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    globalSetup: 'test/helpers/build.ts',
    setupFiles: [
      'test/helpers/each-test.ts',
      ...(process.env.BOT_EMULATOR_TESTED === 'built' ? ['test/helpers/end-programs.ts'] : []),
    ],
    isolate: false,
    // What runs the tests is no concern of the programs that they start.
    env: { AI_AGENT: '', AGENT: '', CLAUDECODE: '' },
    testTimeout: 60_000,
    // A poll ends as soon as its condition holds; a busy machine needs longer than the default of one second.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [SLOW],
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: [SLOW], exclude: ALONE, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
      { extends: true, test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
})
