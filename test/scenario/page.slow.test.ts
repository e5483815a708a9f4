// The page of a run as a browser lays it out, wide and narrow: nothing is cut off, and what failed is marked.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { pathOf } from '../programs.ts'
import { cli } from './cli.ts'

const CHROMIUM = pathOf('chromium')

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** How the page is laid out in frames of these widths. */
function layouts(page: string, ...widths: number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const quoted = page.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const frames = widths.map((width) => `<iframe style="width:${width}px;height:600px" srcdoc="${quoted}"></iframe>`)
  const script = readFileSync('test/scenario/measure-page.js', 'utf8')
  writeFileSync(join(folder, 'frames.html'), `<!doctype html>${frames.join('')}<script>${script}</script>`)
  const dom = execFileSync(
    CHROMIUM!,
    [...FLAGS, `--user-data-dir=${folder}/profile`, '--dump-dom', `file://${folder}/frames.html`],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  return JSON.parse(decodeURIComponent(/<body>(.*?)<\/body>/s.exec(dom.toString())![1]!))
}

const LONG = 'x'.repeat(300)

const SCENARIOS = `include: ${process.cwd()}/fixtures/scenarios/people.yaml
world: { bots: { greeter: } }
scenarios:
  - name: shows a picture, a keyboard and what has no space to break at
    steps:
      - send: { as: alice, to: greeter, text: /pictures }
      - expect: { call: sendMessage }
      - sendFile: { as: alice, to: greeter, kind: photo, file: ${process.cwd()}/fixtures/media/plain.jpg }
      - expect: { call: sendPhoto }
      - send: { as: alice, to: greeter, text: /say ${LONG} }
      - start: { as: alice, bot: greeter }
      - expect: { call: sendMessage, with: { text: "Hello, Bob!" }, within: 100ms }
      - press: { as: alice, chat: greeter, button: Thanks }
  - name: ${LONG}
    steps: [{ wait: 1ms }]
`

describe.runIf(CHROMIUM)('the page', () => {
  let page: string

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), `page-${'of-a-folder-with-a-long-name-'.repeat(4)}`))
    writeFileSync(`${folder}/a.yaml`, SCENARIOS)
    const bot = `node ${process.cwd()}/fixtures/bots/greeter.js`
    await cli(['test', `${folder}/a.yaml`, '--bot', bot, '--reporter', `html=${folder}/page.html`])
    page = readFileSync(`${folder}/page.html`, 'utf8')
    rmSync(folder, { recursive: true })
  })

  it('is whole at the width of a desk, a phone and a small phone, and marks the step that failed', () => {
    const [desk, ...phones] = layouts(page, 1200, 375, 320)
    for (const each of [desk, ...phones]) {
      const { width, scrollWidth, outside, isCallsBeside, ...shown } = each
      expect({ scrollWidth, outside, isCallsBeside }, `at ${width}`).toEqual({
        scrollWidth: width,
        outside: [],
        isCallsBeside: each === desk,
      })
      expect(shown, `at ${width}`).toEqual({
        bubbles: 8,
        pictures: [48, 48],
        buttons: ['How many?', 'Forget', 'Thanks'],
        marked: [
          {
            text: '12 expect { call: sendMessage, with: { text: "Hello, Bob!" }, within: 100ms }',
            mark: '"✗ "',
            isRed: true,
          },
        ],
      })
    }
  })
})
