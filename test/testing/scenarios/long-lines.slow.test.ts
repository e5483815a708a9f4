// A bot that writes without ever ending a line.

import { expect, it, onTestFinished } from 'vitest'
import { startProgram } from '../../../src/testing/programs/program.ts'
import { until } from '../../helpers/until.ts'

const MEBIBYTE = 1024 * 1024
const WRITTEN = 3

it(`keeps the beginning of ${WRITTEN} MiB`, async () => {
  const source = `let left = ${WRITTEN}; const block = Buffer.alloc(${MEBIBYTE}, 120);
    const write = () => { while (left-- > 0) if (!process.stdout.write(block)) return process.stdout.once('drain', write) };
    write()`
  const bot = startProgram({ command: `"${process.execPath}" -e "${source.replaceAll('\n', ' ')}"`, env: {} })
  onTestFinished(() => bot.stop())
  await until(() => bot.lineCount() > 0)
  expect(bot.output()).toEqual([`${'x'.repeat(10_000)}… (${WRITTEN * MEBIBYTE} characters)`])
})
