// The reports: the same run told to people, to TAP, JUnit, JSON, GitHub and on a page.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { githubReport, githubSummary } from '../../../src/testing/scenarios/report/github.ts'
import { htmlReport } from '../../../src/testing/scenarios/report/html.ts'
import { junitReport } from '../../../src/testing/scenarios/report/junit.ts'
import { tapReport } from '../../../src/testing/scenarios/report/tap.ts'
import type { RunResult } from '../../../src/testing/scenarios/run/result.ts'
import { accessibilityProblems, classesAndTexts, openFile } from '../../helpers/browser.ts'
import { bot, cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { isHere } from '../../helpers/programs.ts'
import { elementsIn } from './elements.ts'
import { START, said, scenario, suite } from './suite.ts'

const HOSTILE = '<script>alert(1)</script> ]]> \u001b[31m "&" \u202e'

const at = { file: 'a,b.yaml', line: 3, column: 5 }
const call = {
  id: 4,
  at: 1_800_000_000,
  bot: 'greeter',
  method: 'sendMessage',
  params: { chat_id: 100001, text: HOSTILE },
  status: 400,
  ok: false,
  body: { ok: false, description: 'Bad Request: chat not found' },
  why: 'Alice has blocked Greeter',
  rule: 'CID-10',
  duration_ms: 1.25,
}
const nothing = {
  flaky: false,
  set_ms: 1,
  tags: [],
  scene: [],
  calls: [],
  call_events: [],
  commands: [],
  output: [],
  steps: [],
  started: 1_800_000_000_000,
}

const step = (text: string, status: 'passed' | 'failed') => ({ text, at, status, duration_ms: 1 })

const RUN: RunResult = {
  started: 1_800_000_000_000,
  duration_ms: 1500,
  bailed: false,
  notes: [],
  advice: [
    {
      kind: 'empty-edit',
      message:
        'editMessageText was refused, because it changes nothing. Compare the new content with the old content before the call.',
      seen: 1,
    },
  ],
  coverage: {
    operations: [
      { name: 'sendMessage', count: 1 },
      { name: 'getChat', count: 0 },
    ],
    update_types: [],
    errors: [],
    buttons: [],
  },
  scenarios: [
    { ...nothing, name: 'passes', at, status: 'passed', attempts: 1, duration_ms: 12.4 },
    {
      ...nothing,
      name: `fails #1 ${HOSTILE}`,
      at,
      status: 'failed',
      attempts: 1,
      duration_ms: 300,
      steps: [
        { text: 'start { as: alice, bot: greeter }', at, status: 'passed', duration_ms: 1, event: 3 },
        { text: 'expect { call: sendMessage }', at, status: 'failed', duration_ms: 299, event: 9 },
        { text: 'wait 1s', at, status: 'unreached', duration_ms: 0, event: 0 },
      ],
      failure: { message: `No ${HOSTILE}`, at, step: 'expect { call: sendMessage }', details: ['The nearest …'] },
      scene: [
        { event: 1, at: 1, chat: 'Alice · greeter', kind: 'message', author: 'Alice', bot: false, text: '/start' },
        {
          event: 5,
          at: 1.02,
          chat: 'Alice · greeter',
          kind: 'message',
          author: 'Greeter',
          bot: true,
          text: HOSTILE,
          buttons: [['Yes', '<b>No</b>']],
          keys: [['One'], ['Two']],
          file: { kind: 'photo', unique_id: 'u', name: 'photo' },
        },
      ],
      pictures: { u: 'data:image/jpeg;base64,/9j/' },
      calls: [call],
      call_events: [10],
      output: ['a line', HOSTILE],
    },
    { ...nothing, name: 'is left out', at, status: 'skipped', skipped: 'not yet', attempts: 0, duration_ms: 0 },
  ],
}

describe('TAP', () => {
  it('is version 14, with the failure in YAML', () => {
    expect(tapReport(RUN)).toBe(`TAP version 14
1..3
ok 1 - passes
  ---
  at: "a,b.yaml:3:5"
  duration_ms: 12
  ...
not ok 2 - fails \\#1 <script>alert(1)</script> ]]> \\\\u001b[31m "&" \\\\u202e
  ---
  message: "No <script>alert(1)</script> ]]> \\\\u001b[31m \\"&\\" \\\\u202e"
  at: "a,b.yaml:3:5"
  duration_ms: 300
  details: |
    a,b.yaml:3:5
      expect { call: sendMessage }
    No <script>alert(1)</script> ]]> \\u001b[31m "&" \\u202e
    The nearest …

    What people saw:
      +0.00 s  Alice: /start
      +0.02 s  Greeter: [photo] <script>alert(1)</script> ]]> \\u001b[31m "&" \\u202e  ‹Yes› ‹<b>No</b>›  keyboard ‹One› / ‹Two›

    Refused calls:
      call 4: greeter sendMessage chat_id 100001, text "<script>alert(1)</script> ]]> \\u001b[31m \\"&\\" \\u202e" → 400 Bad Request: chat not found because Alice has blocked Greeter (CID-10)

    Last output of the bot:
      a line
      <script>alert(1)</script> ]]> \\u001b[31m "&" \\u202e
  ...
ok 3 - is left out # SKIP not yet
# empty-edit: editMessageText was refused, because it changes nothing. Compare the new content with the old content before the call.
`)
  })
})

/** The schema that Jenkins publishes: what an element may have, what it must have, and what it may hold. */
const JUNIT: Record<string, { must: string[]; may: string[]; holds: string[] }> = {
  testsuites: { must: [], may: ['name', 'time', 'tests', 'failures', 'disabled', 'errors'], holds: ['testsuite'] },
  testsuite: {
    must: ['name', 'tests'],
    may: ['failures', 'errors', 'time', 'disabled', 'skipped', 'timestamp', 'hostname', 'id', 'package'],
    holds: ['properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    must: ['name', 'classname'],
    may: ['assertions', 'time', 'status'],
    holds: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  skipped: { must: [], may: ['type', 'message'], holds: [] },
  failure: { must: [], may: ['type', 'message'], holds: [] },
  'system-out': { must: [], may: [], holds: [] },
}

describe('JUnit', () => {
  it('conforms to the schema', () => {
    const report = junitReport(RUN)
    expect(report).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites /)
    expect(report).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
    const elements = elementsIn(report)
    expect(elements.map(({ name }) => name)).toEqual([
      'testsuites',
      'testsuite',
      'testcase',
      'testcase',
      'failure',
      'system-out',
      'testcase',
      'skipped',
    ])
    for (const { name, attributes, parent } of elements) {
      const { must, may } = JUNIT[name]!
      expect(Object.keys(attributes)).toEqual(expect.arrayContaining(must))
      expect([...must, ...may]).toEqual(expect.arrayContaining(Object.keys(attributes)))
      if (parent) expect(JUNIT[parent]!.holds).toContain(name)
    }
    expect(elements[1]!.attributes).toEqual({
      name: 'a,b.yaml',
      tests: '3',
      failures: '1',
      errors: '0',
      time: '0.312',
      skipped: '1',
      timestamp: '2027-01-15T08:00:00',
    })
  })
})

describe('GitHub', () => {
  it('gets an annotation at the line of each failure', () => {
    const [error, warning, rest] = githubReport(RUN).split('\n')
    expect(error).toMatch(
      /^::error file=a%2Cb\.yaml,line=3,col=5,title=fails #1 <script>.*::a,b\.yaml:3:5%0A {2}expect/,
    )
    expect(warning).toBe(
      '::warning title=Advice::empty-edit: editMessageText was refused, because it changes nothing. Compare the new content with the old content before the call.',
    )
    expect(rest).toBe('')
  })

  it('gets a summary that escapes foreign HTML and Markdown', () => {
    const [table] = githubSummary(RUN).split('<details>')
    expect(table).toContain('### ❌ Scenarios: 1 failed, 1 passed, 1 skipped (1.5 s)')
    expect(table).not.toContain('<script>')
  })
})

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the page', () => {
  const page = htmlReport(RUN)

  it('needs no other file, and runs only its own script', () => {
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).not.toMatch(/(src|href)="(?!data:|#)/)
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page) ?? []
    expect(page).toContain(
      `"default-src 'none'; style-src ${hashOf(style)}; img-src data:; media-src data:; script-src ${hashOf(script)}"`,
    )
  })
})

describe.runIf(isHere('chromium'))('the page in a browser', () => {
  async function opened(run: RunResult, route = '') {
    const at = folder({ 'run.html': htmlReport(run) })
    return openFile(`${at}/run.html`, { route })
  }

  it('shows with each step what people saw, the calls and causes of refusals, and marks what failed', async () => {
    const scenarios = RUN.scenarios.map((each) => {
      if (!each.failure) return each
      const nearest = { call, path: 'ok', expected: true, actual: false }
      return { ...each, failure: { ...each.failure, nearest, nearest_event: 5 } }
    })
    const page = await opened({ ...RUN, scenarios })
    expect(await page.locator('.call').getAttribute('class')).toBe('call bad nearest')
    const parts = page.locator('#s2').locator('.step, .bubble, .refused, .keyboard button, .call summary')
    expect(await classesAndTexts(parts)).toEqual([
      ['bubble', 'Alice/start'],
      ['step passed', '3 start { as: alice, bot: greeter } 1 ms'],
      ['bubble media nearest', `Greeter${HOSTILE}+20 ms`],
      [null, 'Yes'],
      [null, '<b>No</b>'],
      [null, 'One'],
      [null, 'Two'],
      ['step failed', '3 expect { call: sendMessage } 299 ms'],
      [
        'entry',
        expect.stringMatching(
          /^\d\d:\d\d:\d\d sendMessage ".*" ✗ 400 1\.3 msBad Request: chat not foundAlice has blocked Greeter \(CID-10\)$/,
        ),
      ],
      ['refused bad', 'sendMessage refused: Alice has blocked Greeter (CID-10)'],
      ['step unreached', '3 wait 1s not reached'],
    ])
    const picture = page.locator('#s2').getByRole('img', { name: 'photo' })
    expect(await picture.getAttribute('src')).toBe('data:image/jpeg;base64,/9j/')
  })

  it.each([
    ['is shown already', 8, ['Show 2 earlier steps']],
    ['would be folded', 5, []],
  ])('folds steps long before the failed one if the nearest message %s', async (_, nearest_event, buttons) => {
    const passed = [4, 5, 6, 7].map((event) => ({ ...step(`wait ${event}s`, 'passed'), event }))
    const scenarios = RUN.scenarios.map((each) =>
      each.failure
        ? {
            ...each,
            steps: [...passed, { ...step('expect', 'failed'), event: 9 }],
            failure: { ...each.failure, nearest_event },
          }
        : each,
    )
    const page = await opened({ ...RUN, scenarios })
    await page.locator('.step.failed').waitFor()
    expect(
      await page
        .locator('#s2')
        .getByRole('button', { name: /^Show / })
        .allTextContents(),
    ).toEqual(buttons)
  })

  it.each([
    ['Alice', false],
    ['Bob', true],
  ])('names authors beside messages of %s too: %s', async (author, isNamed) => {
    const said = { chat: 'Alice · greeter', kind: 'message', bot: false, text: 'Hi' } as const
    const scenarios = RUN.scenarios.map((each) =>
      each.scene.length ? { ...each, scene: [...each.scene, { ...said, event: 8, at: 1.03, author }] } : each,
    )
    const page = await opened({ ...RUN, scenarios })
    const named = page.locator('.author').first()
    await named.waitFor({ state: 'attached' })
    await expect.poll(async () => ((await named.boundingBox())?.width ?? 0) > 1).toBe(isNamed)
    expect(await named.textContent()).toBe('Alice')
  })

  it('shows hostile names and texts as text, and where the run came from', async () => {
    const page = await opened({ ...RUN, origin: { command: 'bot-emulator test', commit: 'f35dc3d1f35dc3d1' } })
    expect(await page.locator('.origin > summary').textContent()).toBe(
      '2027-01-15 08:00:00 UTC · commit f35dc3d1f35d · bot-emulator test',
    )
    expect(await page.locator('#s2 > summary b').textContent()).toBe(
      'fails #1 <script>alert(1)</script> ]]> \\u001b[31m "&" \\u202e',
    )
    expect(await page.locator('script').count()).toBe(1)
    expect(await page.locator('#s2 h2').textContent()).toContain('No <script>alert(1)</script> ]]> \\u001b[31m')
  })

  it('draws how the bot held against each kind of fault, and what people saw where it did not', async () => {
    const faults: RunResult['faults'] = {
      kinds: ['lost', '429'],
      scenarios: [
        {
          name: 'passes',
          at,
          kinds: { lost: { held: 2, tried: 2, advised: 1, not_tried: 1 }, 429: { held: 1, tried: 2, not_tried: 0 } },
        },
        { name: `fails #1 ${HOSTILE}`, at, skipped: 'it failed without faults', kinds: {} },
      ],
      findings: [
        {
          kind: '429',
          mistake: 'the bot repeated the call',
          text: "'Hi' twice",
          cause: 'sendMessage was refused',
          scenario: 'passes',
          at,
          times: 3,
          file: 'faults/429-1.yaml',
          command: 'npx bot-emulator test faults/429-1.yaml',
          sites: ['Hi', 'Bye', 'One', 'Two', 'Three', 'Four'].map((text) => ({
            what: `sendMessage '${text}'`,
            scenario: 'passes',
            at,
          })),
        },
      ],
    }
    const advice = [
      ...RUN.advice,
      {
        kind: 'faults',
        faults: ['lost', '429'] as const,
        message: 'It gives up. For example, once.',
        scenario: 'passes',
        seen: 2,
      },
    ]
    const steps = [
      { text: 'start { as: alice, bot: greeter }', at, status: 'passed' as const, duration_ms: 1, event: 3 },
    ]
    const scenarios = RUN.scenarios.map((each) =>
      each.failure ? { ...each, attempts: 2 } : each.status === 'passed' ? { ...each, steps } : each,
    )
    const page = await opened({ ...RUN, scenarios, faults, advice })
    expect(await page.locator('.scenario b + small').allTextContents()).toEqual([
      'a,b.yaml:3:5 · 300 ms · failed 2 times',
      'a,b.yaml:3:5 · 12 ms · fails with 429',
      'a,b.yaml:3:5 · not yet',
    ])
    expect(await page.locator('details.failed:not([open]) summary .bad').textContent()).toContain('No <script>')
    const card = page.locator('section').filter({ hasText: 'With faults' })
    expect(await classesAndTexts(card.locator('th, td'))).toEqual([
      [null, 'Scenario'],
      ['lost', '429'],
      ['advised', 'lost'],
      [null, 'passes '],
      ['lost', '✗ 1/2'],
      ['advised', '! '],
      [null, expect.stringMatching(/^fails #1 <script>.* it failed without faults$/)],
      ['untried', '– '],
      ['untried', '– '],
    ])
    const heads = await card.locator('th[title]').all()
    expect(await Promise.all(heads.map((head) => head.getAttribute('title')))).toEqual([
      'a call was refused with 429, retry after 1 s',
      'the answer to a call was lost',
    ])
    expect(await card.locator('.kinds li').allTextContents()).toEqual([
      '✗ 429a call was refused with 429, retry after 1 s failed in 1 scenarioSee the cause aboveIt gives up.For example, once.In "passes" and 1 more.',
      '! lostthe answer to a call was lost at risk in 1 scenarioIt gives up.For example, once.In "passes" and 1 more.',
    ])
    expect(await page.locator('h1').textContent()).toBe('1 failed, 1 fails with faults, 1 skipped (1.5 s)')
    expect(await card.locator('p:not(.kinds p), .finding > b, .finding summary, code').allTextContents()).toEqual([
      '429: the bot repeated the call (3 times in 6 places)',
      "For example, 'Hi' twice, because sendMessage was refused.",
      'in "passes" (a,b.yaml:3:5)',
      'and 5 more',
      ...['Bye', 'One', 'Two', 'Three', 'Four'].map((text) => `also sendMessage '${text}' in "passes" (a,b.yaml:3:5)`),
      'npx bot-emulator test faults/429-1.yaml',
      '✓ held ! held, but at a risk ✗ failed',
      "1 fault not tried: the bot's calls came in another order, or the run didn't start the bot and can't kill it.",
      '1 scenario failed or skipped: not played with faults.',
    ])
    const example = card.locator('#fault-1').getByText('For example, once.')
    expect(await example.isVisible()).toBe(false)
    await card.getByRole('link', { name: '!' }).click()
    await example.waitFor()
    expect(await card.getByText("also sendMessage 'Four'").isVisible()).toBe(false)
    const weak = page.locator('.scenario.weak')
    expect(await weak.isVisible()).toBe(false)
    await card.getByRole('link', { name: 'passes' }).click()
    await weak.getByText('This is the run without faults.').waitFor()
    // It is at the top, or as near to it as the end of the page allows.
    const isScrolledTo = '(scrollY + innerHeight >= document.documentElement.scrollHeight - 1)'
    await expect.poll(() => page.evaluate(isScrolledTo)).toBe(true)
    expect(await weak.locator('p').textContent()).toBe('This is the run without faults. It fails with 429 ')
    expect(await weak.getByRole('link', { name: '429' }).getAttribute('href')).toBe('#fault-0')
    await page.getByRole('button', { name: '1 skipped' }).click()
    await expect.poll(() => card.count()).toBe(0)
    await page.getByRole('button', { name: '1 skipped' }).click()
    await card.getByText('and 5 more').click()
    expect(await card.getByText("also sendMessage 'Four'").isVisible()).toBe(true)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await card.getByRole('button', { name: 'Copy command' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npx bot-emulator test faults/429-1.yaml')
    const links = await card.getByRole('link').all()
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      '#fault-0',
      '#s1',
      '#fault-0',
      '#fault-1',
      '#s2',
    ])
    expect(await card.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['With faults'])
    expect(await page.locator('section').filter({ hasText: 'Advice' }).last().textContent()).not.toContain('gives up')
    expect(await classesAndTexts(page.locator('h1 + .bar-of i'))).toEqual(
      ['failed', 'weak', 'skipped'].map((state) => [state, '']),
    )
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await card.getByRole('cell', { name: '1/2' }).isVisible()).toBe(true)
      expect(await accessibilityProblems(page)).toEqual([])
    }
  })

  it('has one of the scenarios with the same result in the table of faults until a person wants all', async () => {
    const kinds = (held: number) => ({ lost: { held, tried: 2, not_tried: 0 } })
    const row = (name: string, held: number) => ({ name, at, kinds: kinds(held) })
    const held = Array.from({ length: 20 }, (_, place) => row(`holds ${place}`, 2))
    const page = await opened({
      ...RUN,
      faults: { kinds: ['lost'], scenarios: [...held, row('loses', 1)], findings: [] },
    })
    const names = page.locator('tbody th')
    expect((await names.allTextContents()).map((text) => text.trim())).toEqual(['loses', 'holds 0 and 19 alike'])
    await page.getByRole('button', { name: 'Show all 21 scenarios' }).click()
    expect(await names.count()).toBe(21)
  })

  it('opens a run of 3 000 scenarios', async () => {
    const scenarios = Array.from({ length: 1000 }, () => RUN.scenarios).flat()
    expect(htmlReport({ ...RUN, scenarios }).length).toBeLessThan(8_000_000)
    const page = await opened({ ...RUN, scenarios }, 's2999')
    await page.locator('#s2999[open]').waitFor()
  })
})

describe('several reporters at once', () => {
  it('write their files, and one writes to the screen', async () => {
    const here = folder({ 'README.md': '' })
    const to = (name: string, file: string) => ['--reporter', `${name}=${here}/out/${file}`]
    const files = [...to('junit', 'a.xml'), ...to('html', 'a.html'), ...to('json', 'a.json'), ...to('human', 'a.txt')]
    const { code, stdout } = await cli(
      [
        'test',
        'fixtures/scenarios/files.yaml',
        '--bot',
        'node fixtures/bots/greeter.js',
        ...files,
        '--reporter',
        'tap',
      ],
      { GITHUB_STEP_SUMMARY: `${here}/summary.md` },
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(/^TAP version 14\n1\.\.1\nok 1 - gives a picture back with its size\n/)
    const read = (file: string) => readFileSync(`${here}/${file}`, 'utf8')
    expect(elementsIn(read('out/a.xml')).map(({ name }) => name)).toEqual(['testsuites', 'testsuite', 'testcase'])
    expect(read('out/a.html')).toMatch(/"data:image\/jpeg;base64,\/9j\//)
    expect(JSON.parse(read('out/a.json'))).toMatchObject({ passed: 1, failed: 0, scenarios: [{ status: 'passed' }] })
    expect(read('out/a.txt')).toMatch(/^✓ gives a picture back with its size/)
    expect(read('summary.md')).toMatch(/^### ✅ Scenarios: 1 passed/)
  })
})

it('one reporter that cannot write does not stop the others', async () => {
  const here = folder({ 'a.yaml': '' })
  const steps = `run: "rm ${here}/a.xml && mkdir ${here}/a.xml"`
  writeFileSync(`${here}/a.yaml`, suite(scenario('one', steps)))
  const to = ['--reporter', `junit=${here}/a.xml`, '--reporter', `json=${here}/a.json`, '--reporter', 'tap']
  const { code, stdout, stderr } = await cli(['test', `${here}/a.yaml`, '--bot', bot('polite'), ...to])
  expect(stdout).toMatch(/^TAP version 14\n1\.\.1\nok 1 - one\n/)
  expect(JSON.parse(readFileSync(`${here}/a.json`, 'utf8'))).toMatchObject({ passed: 1 })
  expect(stderr).toMatch(/^\S+a\.xml was not written: EISDIR/)
  expect(code).toBe(3)
})

describe('coverage', () => {
  it('names the used and the unused features', async () => {
    const here = folder({ 'README.md': '' })
    const run = (...more: string[]) =>
      cli(['test', 'test/testing/scenarios/one-hello.yaml', '--bot', bot('double'), ...more])
    const { stdout } = await run('--coverage')
    expect(stdout).toMatch(/\noperations: 2 of 24\n/)
    expect(stdout).toMatch(
      /\n {2}used {5}(getUpdates × \d+, )?sendMessage × 2(, getUpdates × \d+)?\n {2}not yet {2}getMe, /,
    )
    await run('--coverage', `${here}/coverage.json`)
    const { update_types } = JSON.parse(readFileSync(`${here}/coverage.json`, 'utf8'))
    expect(update_types).toContainEqual({ name: 'message', count: 1 })
    expect(update_types).toContainEqual({ name: 'callback_query', count: 0 })
  })

  it('counts the calls of each start of the bot once', async () => {
    const here = folder({
      'commands.mjs': `import { answer, call } from '${process.cwd()}/test/testing/scenarios/bots/base.js'
await call('setMyCommands', { commands: [{ command: 'hi', description: 'greets' }] })
await answer(({ chat }) => call('sendMessage', { chat_id: chat.id, text: 'Hello' }))`,
      'two.yaml': suite(scenario('one', START, said('Hello')), scenario('two', START, said('Hello'))),
    })
    const countOf = async (...more: string[]) => {
      const files = ['test', `${here}/two.yaml`, '--bot', `node ${here}/commands.mjs`]
      await cli([...files, '--coverage', `${here}/coverage.json`, ...more])
      const { operations } = JSON.parse(readFileSync(`${here}/coverage.json`, 'utf8'))
      return operations.find(({ name }: { name: string }) => name === 'setMyCommands').count
    }
    expect(await countOf()).toBe(1)
    expect(await countOf('--restart', 'scenario')).toBe(2)
  })
})
